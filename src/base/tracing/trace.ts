import { randomBytes } from 'node:crypto';
import { readTraceState } from './trace-state.js';

/**
 * A span of this service within a trace that a client began (W3C Trace Context,
 * https://www.w3.org/TR/trace-context/). The service exports no spans; its log lines name them.
 */
export interface Trace {
  /** 32 hex digits, lower case. */
  readonly traceId: string;
  /** Span of the current work, 16 hex digits: the parent of its requests to other services. */
  readonly spanId: string;
  /** Span of the client. */
  readonly parentSpanId: string;
  /** 0 to 3: `sampled` and `random-trace-id` (level 2). Other bits must be sent as 0. */
  readonly flags: number;
  /** `tracestate` to pass on; '' when there is none. */
  readonly state: string;
}

/** Trace in the headers of a request or the columns of a job. */
export interface TraceHeaders {
  readonly traceparent: string;
  readonly tracestate?: string;
}

const TRACEPARENT = /^([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?$/;
const ZEROS = /^0+$/;
const KNOWN_FLAGS = 0b11;

/**
 * A new span below the one that a `traceparent` names. Later versions are read as version 00, which `-` and
 * anything may follow.
 * @returns null for a malformed header: the service begins no trace of its own, as it has no place to show it
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

/** Headers in version 00. */
export const headersOf = ({ traceId, spanId, flags, state }: Trace): TraceHeaders => ({
  traceparent: `00-${traceId}-${spanId}-0${flags}`,
  ...(state !== '' && { tracestate: state }),
});

/** Log fields under OpenTelemetry's names, which log collectors look for. */
export const logFields = (trace: Trace | null): object =>
  trace === null
    ? {}
    : { trace_id: trace.traceId, span_id: trace.spanId, parent_span_id: trace.parentSpanId };
