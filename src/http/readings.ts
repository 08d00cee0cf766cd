import { counter, gauge, type MetricReader } from '../base/metrics/metric-reader.js';
import type { AnswersUnderWay } from './answers-under-way.js';
import type { HttpServer } from './server.js';

/** @param server null while the process does not listen */
export const httpReadings = (server: () => HttpServer | null, answers: AnswersUnderWay): MetricReader[] => [
  gauge(
    'http_requests_in_flight',
    'Requests whose answer is not sent completely',
    () => server()?.inFlight ?? 0,
  ),
  gauge(
    'http_answer_bytes',
    'Bytes of answers in memory that clients have not read yet',
    () => answers.bytes,
  ),
  counter(
    'http_answers_cut_total',
    'Answers that were cut because the client read too slowly (slow) or had too many unread (memory)',
    () => ({ ...answers.cut }),
    'reason',
  ),
];
