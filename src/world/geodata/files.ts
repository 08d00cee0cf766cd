/** Folder of the packed geodata, which `npm run build` writes beside the compiled sources. */
export const geodataDirectory = new URL('../../../geodata/', import.meta.url);

/** Font files and their index, for `loadFonts`. */
export const fontsDirectory = new URL('fonts/', geodataDirectory);
