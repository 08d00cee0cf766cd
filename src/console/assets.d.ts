/** Address of a file of a package, served as it is (src/pack/console.ts). */
declare module 'asset:*' {
  const address: string;
  export default address;
}
declare module '*.css';
