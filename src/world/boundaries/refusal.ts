/** Why a file of boundaries is not taken, in words for the operator. Nothing of it is kept then. */
export class BoundaryError extends Error {}
