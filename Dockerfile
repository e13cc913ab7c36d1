# Packs the server and installs the package as a shop would. Node comes with the package, in the version it is tested with.
FROM node:24-bookworm-slim AS build
WORKDIR /source
COPY . .
RUN npm ci --no-audit --no-fund && npm run pack:server
WORKDIR /opt/vitrine
RUN npm install --ignore-scripts --no-audit --no-fund /source/vitrine-[0-9]*.tgz

FROM debian:bookworm-slim
LABEL org.opencontainers.image.title="Vitrine" \
  org.opencontainers.image.description="Self-hosted storefront search, recommendations, image search and events" \
  org.opencontainers.image.version="0.1.0" \
  org.opencontainers.image.licenses="MIT"
RUN useradd --no-create-home --uid 10001 vitrine && install -d -o vitrine -g vitrine -m 700 /data
COPY --from=build /opt/vitrine /opt/vitrine
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 VITRINE_DATA=/data \
  PATH=/opt/vitrine/node_modules/.bin:$PATH
USER vitrine
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=15s --timeout=5s --start-period=60s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/health').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["vitrine", "serve"]
