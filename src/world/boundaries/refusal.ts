/** Why a boundary file is refused as a whole, in words for the operator. */
export class BoundaryError extends Error {}
