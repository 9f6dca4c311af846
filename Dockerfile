FROM python:3.11-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /src

COPY requirements.lock ./
RUN python -m venv --without-pip /venv \
    && pip --python /venv/bin/python install --require-hashes -r requirements.lock

# The tool that builds the wheel stays in this stage. Its part of the lock is enough.
COPY requirements-dev.lock ./
RUN awk '/^[a-z]/ { wanted = /^(hatchling|packaging|pathspec|pluggy|tomlkit|trove-classifiers)==/ } wanted' \
        requirements-dev.lock > build.lock \
    && pip install --require-hashes -r build.lock

COPY . ./
RUN hatchling build --target wheel \
    && pip --python /venv/bin/python install --no-deps --no-index dist/*.whl


FROM python:3.11-slim-bookworm
COPY --from=build /venv /venv
RUN install --directory --owner=10001 --group=10001 /data

ENV PATH="/venv/bin:$PATH" HOST=0.0.0.0 PORT=8000 OPS_PORT=8001 DATA_DIR=/data
WORKDIR /data
USER 10001:10001
VOLUME /data
EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=30s --retries=3 CMD ["python", "-I", "-c", "\
import os, urllib.request as url; \
url.build_opener(url.ProxyHandler({})).open(f'http://127.0.0.1:{os.environ[\"OPS_PORT\"]}/healthz', timeout=4)"]
CMD ["web2048", "serve"]
