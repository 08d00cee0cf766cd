/**
 * Thrown where a service's answer does not match its interface: its URL names another kind of service, or it
 * is broken.
 */
export class MalformedAnswer extends Error {}
