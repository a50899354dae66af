# syntax=docker/dockerfile:1
# Parley: `parley serve` and `parley worker`. Nothing secret is needed to build it.
#
#   docker build --tag parley .
#   docker build --tag parley --build-arg TERRAFORM=included .    # for stacks with `verify: plan`

ARG NODE_IMAGE=node:22-slim
# `none` or `included`.
ARG TERRAFORM=none
ARG TERRAFORM_VERSION=1.11.4

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY scripts ./scripts
COPY src ./src
COPY workers ./workers
RUN npm run build

FROM ${NODE_IMAGE} AS modules
WORKDIR /app
COPY package.json package-lock.json ./
# Maps and types are a third of the packages, and nothing reads them.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && find node_modules -type f \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -delete

FROM ${NODE_IMAGE} AS terraform-none
RUN mkdir /tools

FROM hashicorp/terraform:${TERRAFORM_VERSION} AS terraform-image

FROM terraform-none AS terraform-included
COPY --from=terraform-image /bin/terraform /tools/terraform

FROM terraform-${TERRAFORM} AS terraform

FROM ${NODE_IMAGE}
# git clones the repositories that are watched; tini reaps what git leaves behind.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates git tini \
  && rm -rf /var/lib/apt/lists/* \
  && install --directory --owner=node --group=node /var/lib/parley /var/lib/parley/.parley
WORKDIR /app
COPY --from=terraform /tools/ /usr/local/bin/
COPY --from=modules /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY prompts ./prompts
COPY fixtures/demo ./fixtures/demo
COPY fixtures/eval ./fixtures/eval
RUN ln -s /app/dist/src/cli.js /usr/local/bin/parley && chmod 755 dist/src/cli.js

ENV NODE_ENV=production \
  HOME=/tmp \
  GIT_TERMINAL_PROMPT=0 \
  TF_PLUGIN_CACHE_DIR=/var/lib/parley/.parley/terraform
USER node
# `parley.yaml` is mounted here. Clones, and the store where there is no server, are below `.parley`;
# nothing else is written but /tmp, so that the root file system can be read-only. Providers of
# Terraform are there, too: they are large, and a /tmp in memory runs no programs.
WORKDIR /var/lib/parley
VOLUME /var/lib/parley/.parley
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s --retries=4 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:8080/healthz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["tini", "--", "parley"]
CMD ["serve", "--dir", "/var/lib/parley", "--host", "0.0.0.0", "--port", "8080"]
