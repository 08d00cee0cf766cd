/** Address of a file of a package, served as it is (src/pack/console.ts). */
declare module 'asset:*' {
  const address: string;
  export default address;
}
declare module '*.css';
/** Part of the map library that runs on threads (src/pack/console.ts). */
declare module 'maplibre-gl/worker';
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  const show: (options: object) => { preauthorizeApiKey: (name: string, key: string) => void };
  export default show;
}
