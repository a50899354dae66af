# Parley: `parley serve` and `parley worker`. Nothing secret is needed to build it, and no BuildKit.
#
#   docker build --tag parley .
#   docker build --tag parley --build-arg TERRAFORM_IMAGE=hashicorp/terraform:1.11.4 .
#
# The second one has Terraform, for stacks with `verify: plan`.

# Builds, and gives its `node`.
ARG NODE_IMAGE=node:22-slim
# What the image begins with: Debian, of the release that NODE_IMAGE is made of.
ARG BASE_IMAGE=debian:bookworm-slim
# Whose /bin/terraform is taken; an image without one gives none.
ARG TERRAFORM_IMAGE=debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --no-audit --no-fund
COPY tsconfig.json ./
COPY scripts ./scripts
COPY src ./src
COPY workers ./workers
RUN npm run build

FROM ${NODE_IMAGE} AS modules
WORKDIR /app
COPY package.json package-lock.json ./
# Half of the packages are maps, types and their sources, which nothing reads when they run, tests,
# and builds for browsers, with a sign-in there that a client of Azure brings along.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund \
  && find node_modules -type f ! -iname 'license*' ! -iname 'notice*' \
    \( -name '*.map' -o -name '*.ts' -o -name '*.mts' -o -name '*.cts' -o -name '*.md' -o -name '*.tsbuildinfo' \) -delete \
  && find node_modules -depth -type d \
    \( -name test -o -name testdata -o -path '*/dist/browser' -o -path '*/dist/react-native' \
      -o -path '*/dist/workerd' -o -path '*/@azure/msal-browser' \) \
    -exec rm -r {} +

FROM ${TERRAFORM_IMAGE} AS terraform
RUN mkdir /tools && if [ -x /bin/terraform ]; then cp /bin/terraform /tools/; fi

FROM ${BASE_IMAGE}
# git clones the repositories that are watched; tini reaps what git leaves behind. Perl, larger than
# git, is for commands of git that Parley does not call, and so are servers and mail.
RUN apt-get update \
  && apt-get install --yes --no-install-recommends ca-certificates git libstdc++6 tini \
  && dpkg --purge --force-depends \
    $(dpkg-query --show --showformat '${Package}\n' perl 'perl-modules-*' 'libperl5*' liberror-perl git-man) \
  && (cd /usr/lib/git-core && rm git-daemon git-http-backend git-imap-send git-shell scalar) \
  && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/debconf/* /var/log/* \
    /usr/share/doc/git /usr/share/man/* /usr/share/locale/* \
  && groupadd --gid 1000 parley \
  && useradd --uid 1000 --gid 1000 --home-dir /var/lib/parley --shell /usr/sbin/nologin parley \
  && install --directory --owner=parley --group=parley /var/lib/parley /var/lib/parley/.parley
WORKDIR /app
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=terraform /tools/ /usr/local/bin/
COPY --from=modules /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json ./
COPY prompts ./prompts
COPY fixtures/demo ./fixtures/demo
COPY fixtures/eval ./fixtures/eval
RUN chmod 755 dist/src/cli.js && ln -s /app/dist/src/cli.js /usr/local/bin/parley

ENV NODE_ENV=production \
  HOME=/tmp \
  GIT_TERMINAL_PROMPT=0
# A number: an orchestrator that wants nobody to run as root does not look names up.
USER 1000:1000
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
