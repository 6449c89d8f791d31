# The packages and the page are made here; what only that needs stays behind.
FROM node:24-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --no-audit --no-fund --loglevel=error
COPY tsconfig.json tsconfig.base.json tsconfig.page.json tsconfig.server.json tsconfig.tests.json vite.config.ts ./
COPY scripts scripts
COPY src src
COPY docs/manual docs/manual
COPY docs/screenshots docs/screenshots
ARG COMMIT
ARG COMMIT_DATE
RUN node scripts/build.mjs
RUN npm uninstall --no-save --omit=dev --no-audit --no-fund --loglevel=error @fontsource-variable/inter @tanstack/react-query @vitejs/plugin-react antd echarts fuse.js lucide-react node pdfjs-dist react react-dom react-easy-crop react-router vite

FROM node:24-bookworm-slim
WORKDIR /app
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY package.json LICENSE ./
COPY db db
COPY src src
RUN mkdir /data && chown node:node /data
ENV NODE_ENV=production DATA_DIR=/data DEMO=0 HOST=0.0.0.0 DRAIN_SECONDS=6
USER node
VOLUME /data
EXPOSE 8080
HEALTHCHECK --interval=10s --timeout=5s --start-period=120s CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/readyz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "src/app/server/main.ts"]
