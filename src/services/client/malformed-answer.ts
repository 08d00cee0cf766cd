/** A service answered what is not of its interface: it is not what its URL says, or is broken. */
export class MalformedAnswer extends Error {}
