"""Which language a reader gets: by the address, by choice, by what the browser asks for."""

import re
from collections.abc import Iterator
from datetime import date

import pytest
from babel.support import NullTranslations

from app.store.database import Database
from app.web.app import Rules, create_app
from app.web.i18n import Language, languages, negotiate
from app.web.readings import Reading, address_of
from tests.conftest import KEY, ORIGIN, Player, player_of
from tests.pseudo import speaking

CODES = ["ar", "de", "es", "fr", "it", "ja", "nl", "pl", "pt_BR", "zh_Hans"]
STRANGE = ["xx", "en-XA", "EN", "de_DE", "de%00", "é", "a" * 500, "%3Cscript%3E", "//evil.example"]
ELSEWHERE = [
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "https:evil.example",
    "https://evil.example/",
    "http:///evil.example",
    "%2F%2Fevil.example",
    "/%2Fevil.example",
    "\t//evil.example",
    "//evil.example/%2e%2e",
    "///evil.example",
    "javascript:alert(1)",
    "data:text/html,x",
    "//evil.example\r\nSet-Cookie: a=b",
    "rules/../../evil",
    "RULES",
    "rules ",
    "",
]


@pytest.fixture(scope="module", autouse=True)
def many_languages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with speaking(tmp_path_factory.mktemp("locale"), *CODES):
        yield


def language_of(text: str) -> tuple[str, str]:
    found = re.search(r'<html lang="([^"]+)"\s+dir="([^"]+)"', text)
    assert found
    return found[1], found[2]


async def seen(player: Player, path: str, **headers: str) -> str:
    response = await player.client.get(path, headers=headers)
    assert response.headers["content-language"] == language_of(response.text)[0]
    return response.headers["content-language"]


@pytest.mark.parametrize(
    ("asked", "given"),
    [
        ("de", "de"),
        ("de-AT,en;q=0.5", "de"),
        ("DE-at", "de"),
        ("pt-BR", "pt-BR"),
        ("pt-PT", "pt-BR"),
        ("pt", "pt-BR"),
        ("zh-CN", "zh-Hans"),
        ("zh", "zh-Hans"),
        ("zh-Hans-SG", "zh-Hans"),
        ("zh-TW", "en"),
        ("zh-TW,ja;q=0.5", "ja"),
        ("ar-EG", "ar"),
        ("sv,nl;q=0.8,en;q=0.9", "en"),
        ("sv,nl;q=0.9,en;q=0.8", "nl"),
        ("it;q=0,fr", "fr"),
        ("xx,*", "en"),
    ],
)
def test_the_browser_gets_the_nearest_language_it_asks_for(asked: str, given: str) -> None:
    assert negotiate(asked).code == given


async def test_the_address_counts_before_the_choice_and_the_choice_before_the_browser(alice: Player) -> None:
    assert await seen(alice, "/", **{"Accept-Language": "fr"}) == "fr"
    await alice.client.post("/language", data={"language": "de", "page": "play"})
    assert await seen(alice, "/", **{"Accept-Language": "fr"}) == "de"
    assert await seen(alice, "/rules", **{"Accept-Language": "fr"}) == "de"
    assert await seen(alice, "/it/rules", **{"Accept-Language": "fr"}) == "it"


async def test_a_page_that_is_not_there_is_told_of_in_the_language_of_its_address(alice: Player) -> None:
    response = await alice.client.get("/pl/nowhere")
    assert response.status_code == 404
    assert language_of(response.text) == ("pl", "ltr")


@pytest.mark.parametrize("code", ["de", "ar", "pt-BR", "zh-Hans"])
async def test_every_page_says_its_language_and_direction(alice: Player, code: str) -> None:
    direction = "rtl" if code == "ar" else "ltr"
    for path in ("/", "/settings", "/games/new", "/nowhere", *(f"/{reading}" for reading in Reading)):
        response = await alice.client.get(path, headers={"Accept-Language": code})
        assert language_of(response.text) == (code, direction)


async def test_the_board_is_never_mirrored(alice: Player) -> None:
    page = await alice.client.get("/", headers={"Accept-Language": "ar"})
    assert 'id="board" dir="ltr"' in page.text
    rules = await alice.client.get("/ar/rules")
    assert rules.text.count('class="pictured" dir="ltr"') == rules.text.count('class="pictured"') > 10


@pytest.mark.parametrize("code", STRANGE)
async def test_an_unknown_language_in_an_address_is_no_page(alice: Player, code: str) -> None:
    response = await alice.client.get(f"/{code}/rules")
    assert response.status_code == 404
    assert language_of(response.text) == ("en", "ltr")


@pytest.mark.parametrize("code", STRANGE)
async def test_an_unknown_language_in_a_cookie_leaves_that_of_the_browser(alice: Player, code: str) -> None:
    cookie = f"preferences=theme-dark.language-{code}".encode()
    response = await alice.client.get("/", headers={b"Cookie": cookie, b"Accept-Language": b"nl"})
    assert response.status_code == 200
    assert language_of(response.text)[0] == "nl"


@pytest.mark.parametrize("code", STRANGE)
async def test_an_unknown_language_that_is_chosen_changes_nothing(alice: Player, code: str) -> None:
    await alice.client.post("/language", data={"language": "fr", "page": "rules"})
    response = await alice.client.post("/language", data={"language": code, "page": "rules"})
    assert (response.status_code, response.headers["location"]) == (303, "/fr/rules")
    assert "set-cookie" not in response.headers


@pytest.mark.parametrize("code", [*STRANGE, "de.theme-dark", "de; Path=/x"])
async def test_the_settings_keep_no_language_that_there_is_not(alice: Player, code: str) -> None:
    response = await alice.client.post("/settings", data={"language": code.encode("ascii", "ignore")})
    assert response.status_code == 303
    assert "language-;" in response.headers["set-cookie"]


@pytest.mark.parametrize("reading", Reading)
async def test_the_switch_leads_to_the_same_page_in_another_language(alice: Player, reading: Reading) -> None:
    response = await alice.client.post("/language", data={"language": "pt-BR", "page": reading.value})
    assert (response.status_code, response.headers["location"]) == (303, f"/pt-BR/{reading}")
    page = await alice.client.get(response.headers["location"])
    assert page.status_code == 200
    assert f'value="{reading}"' in page.text


@pytest.mark.parametrize("place", ELSEWHERE)
async def test_the_switch_leads_nowhere_else(alice: Player, place: str) -> None:
    form = {"language": "de", "page": place, "next": place, "url": place}
    response = await alice.client.post("/language?page=rules&next=//evil.example", data=form)
    assert (response.status_code, response.headers["location"]) == (303, "/")


async def test_the_switch_keeps_the_other_choices(alice: Player) -> None:
    await alice.client.post("/settings", data={"theme": "dark", "words": "short"})
    await alice.client.post("/language", data={"language": "ja"})
    page = await alice.visit()
    assert language_of(page.text)[0] == "ja"
    assert 'data-theme="dark"' in page.text


async def test_the_settings_offer_every_language_and_keep_what_is_chosen(alice: Player) -> None:
    text = (await alice.client.get("/settings")).text
    offered = re.findall(r'<option value="([^"]*)"', text)
    assert offered == ["", "en", *(code.replace("_", "-") for code in CODES)]
    await alice.client.post("/settings", data={"language": "zh-Hans"})
    assert await seen(alice, "/settings") == "zh-Hans"
    assert 'value="zh-Hans" lang="zh-Hans" selected' in (await alice.client.get("/settings")).text
    await alice.client.post("/settings", data={"language": ""})
    assert await seen(alice, "/settings") == "en"


async def test_moves_are_said_in_the_language_that_was_chosen(alice: Player) -> None:
    await alice.client.post("/language", data={"language": "pl"})
    await alice.visit()
    answer = await alice.move("left", "up", "right", "down")
    assert answer.headers["content-language"] == "pl"
    assert "⟦" in answer.text


@pytest.mark.parametrize("reading", Reading)
async def test_each_page_names_its_translations_and_is_named_by_them(alice: Player, reading: Reading) -> None:
    alternates = set()
    for code, language in languages().items():
        text = (await alice.client.get(address_of(reading, language))).text
        found = re.findall(r'<link rel="alternate"\s+hreflang="([^"]+)"\s+href="([^"]+)"', text)
        alternates.add(tuple(found))
        assert f'<link rel="canonical" href="{ORIGIN}{address_of(reading, language)}">' in text
        assert (code, f"{ORIGIN}{address_of(reading, language)}") in found
    assert len(alternates) == 1
    (shared,) = alternates
    assert [code for code, _ in shared] == [*languages(), "x-default"]
    assert shared[-1][1] == f"{ORIGIN}/{reading}"
    for _, address in shared:
        assert (await alice.client.get(address)).status_code == 200


async def test_behind_https_whole_addresses_begin_with_it(database: Database) -> None:
    async for player in player_of(create_app(database, KEY, Rules(https=True))):
        text = (await player.client.get("/rules")).text
        assert '<link rel="canonical" href="https://127.0.0.1/en/rules">' in text
        assert 'href="http://' not in text


@pytest.mark.parametrize("host", ['evil.example"><b', "a@b", "a/b", "a:b", "[::1", "2048.example:123456"])
async def test_where_any_host_is_allowed_what_is_none_is_not_repeated(database: Database, host: str) -> None:
    async for player in player_of(create_app(database, KEY, Rules(hosts=frozenset({"*"})))):
        text = (await player.client.get("/rules", headers={"Host": host})).text
        assert '<link rel="canonical" href="/en/rules">' in text
        named = (await player.client.get("/rules", headers={"Host": "2048.example:8443"})).text
        assert '<link rel="canonical" href="http://2048.example:8443/en/rules">' in named


WRITTEN = {
    "en": ("1,234,567", "15.3%", "November 30, 2026", "15 minutes"),
    "it": ("1.234.567", "15,3%", "30 novembre 2026", "15 minuti"),
    "nl": ("1.234.567", "15,3%", "30 november 2026", "15 minuten"),
    "de": ("1.234.567", "15,3\u00a0%", "30. November 2026", "15 Minuten"),
    "fr": ("1\u202f234\u202f567", "15,3\u00a0%", "30 novembre 2026", "15 minutes"),
    "es": ("1.234.567", "15,3\u00a0%", "30 de noviembre de 2026", "15 minutos"),
    "pt-BR": ("1.234.567", "15,3%", "30 de novembro de 2026", "15 minutos"),
    "pl": ("1\u00a0234\u00a0567", "15,3%", "30 listopada 2026", "15 minut"),
    "ja": ("1,234,567", "15.3%", "2026年11月30日", "15 分"),
    "zh-Hans": ("1,234,567", "15.3%", "2026年11月30日", "15分钟"),
    "ar": ("1,234,567", "15.3%", "30 نوفمبر 2026", "15 دقيقة"),
}


@pytest.mark.parametrize(
    ("code", "written"), [("en", ["0.0012", "0.40", "6.8", "23"]), ("it", ["0,0012", "0,40", "6,8", "23"])]
)
def test_a_rough_number_has_two_digits_that_count(code: str, written: list[str]) -> None:
    language = Language(code, NullTranslations())
    assert [language.roughly(value) for value in (0.00123, 0.4, 6.78, 23.4)] == written


@pytest.mark.parametrize("code", WRITTEN)
def test_numbers_shares_days_and_times_are_written_as_the_language_does(code: str) -> None:
    language = Language(code, NullTranslations())
    written = (
        language.number(1_234_567),
        re.sub("[\u200e\u200f\u2066\u2069]", "", language.percent(0.1534)),
        language.date(date(2026, 11, 30)),
        language.duration(900),
    )
    assert written == WRITTEN[code]


def test_a_share_stands_apart_only_where_letters_would_move_its_sign() -> None:
    arabic, german = (Language(code, NullTranslations()).percent(0.5) for code in ("ar", "de"))
    assert (arabic[0], arabic[-1]) == ("\u2066", "\u2069")
    assert not set(german) & {"\u2066", "\u2069"}
