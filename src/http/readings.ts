import { counter, gauge, type Reading } from '../base/metrics/reading.js';
import type { AnswersUnderWay } from './answers-under-way.js';
import type { HttpServer } from './server.js';

/** @param server null: this process does not listen, or not yet */
export const httpReadings = (server: () => HttpServer | null, answers: AnswersUnderWay): Reading[] => [
  gauge(
    'http_requests_in_flight',
    'Requests that are not answered to the end',
    () => server()?.inFlight ?? 0,
  ),
  gauge('http_answer_bytes', 'Bytes of answers in memory that clients have yet to read', () => answers.bytes),
  counter(
    'http_answers_cut_total',
    'Answers whose connections were cut, as their clients read too slowly or had too many',
    () => ({ ...answers.cut }),
    'reason',
  ),
];
