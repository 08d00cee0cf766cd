import { randomBytes } from 'node:crypto';
import { readTraceState } from './trace-state.js';

/**
 * Work of ours within a trace that somebody else has begun, as W3C Trace Context hands it on
 * (https://www.w3.org/TR/trace-context/). This service keeps no spans: what it knows of them is in its log.
 */
export interface Trace {
  /** 32 hex digits, lower case. */
  readonly traceId: string;
  /** Of the work at hand, 16 hex digits: the parent of what is asked of others for it. */
  readonly spanId: string;
  /** Of who asked for it. */
  readonly parentSpanId: string;
  /** 0 to 3: `sampled` and, of level 2, `random-trace-id`. Other bits are to be sent as 0. */
  readonly flags: number;
  /** `tracestate` as it is passed on; '' is none. */
  readonly state: string;
}

/** What travels: headers of a request, columns of a job. */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate?: string;
}

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;
const KNOWN_FLAGS = 0b11;

/**
 * A span of ours below the one that a `traceparent` names. Of later versions what version 00 has is read, and `-` and anything may follow.
 * @returns null where it is none: no trace is begun then, for nobody would show it
 */
export function joinTrace(traceparent: string, tracestate = ''): Trace | null {
  const [, version, traceId = '', parentSpanId = '', flags = '', more] = TRACEPARENT.exec(traceparent) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return null;
  if (ZEROS.test(traceId) || ZEROS.test(parentSpanId)) return null;
  return {
    traceId,
    spanId: newSpanId(),
    parentSpanId,
    flags: Number.parseInt(flags, 16) & KNOWN_FLAGS,
    state: readTraceState(tracestate),
  };
}

const newSpanId = (): string => randomBytes(8).toString('hex');

/** In version 00. */
export const headersOf = ({ traceId, spanId, flags, state }: Trace): TraceHeaders => ({
  traceparent: `00-${traceId}-${spanId}-0${flags}`,
  ...(state !== '' && { tracestate: state }),
});

/** As log collectors look for them (OpenTelemetry's names, not ours). */
export const logFields = (trace: Trace | null): object =>
  trace === null
    ? {}
    : { trace_id: trace.traceId, span_id: trace.spanId, parent_span_id: trace.parentSpanId };
