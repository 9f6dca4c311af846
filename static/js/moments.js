// A moment passes by itself, whether or not anything of it moved.

const LASTS_MS = 2000;

export function letMomentsPass(region) {
  let passing = 0;
  new MutationObserver(() => {
    clearTimeout(passing);
    if (region.hasChildNodes()) passing = setTimeout(() => region.replaceChildren(), LASTS_MS);
  }).observe(region, { childList: true });
}
