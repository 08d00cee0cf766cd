import { type Static, Type } from 'typebox';
import type { TurnUse } from '../../base/threads/fair-queue.js';
import { createCompile } from '../../http/validate.js';
import type { InferenceAnswer, InferRequest } from '../../recognise/inference.js';
import { IMPORT_FIELDS } from '../../schema/import-fields.js';
import { type ClientOptions, ServiceClient } from '../client/client.js';
import { MalformedAnswer } from '../client/malformed-answer.js';
import type { ServiceAddress } from '../client/service-url.js';

/** Answer of a header inferrer to POST {headers, open, taken, rows}. */
const InferrerReply = Type.Object({
  columns: Type.Array(
    Type.Object({
      label: Type.Enum([...IMPORT_FIELDS, 'lat_lng', 'full_address', 'custom', 'ignore']),
      confidence: Type.Number({ minimum: 0, maximum: 1 }),
      why: Type.Optional(Type.String({ maxLength: 200 })),
    }),
  ),
  house_number: Type.Optional(
    Type.Union([
      Type.Object({ street: Type.Integer({ minimum: 0 }), number: Type.Integer({ minimum: 0 }) }),
      Type.Null(),
    ]),
  ),
  swapped: Type.Optional(Type.Boolean()),
});
type InferrerReply = Static<typeof InferrerReply>;

const NAME = 'the header inferrer';
const REQUEST_DEADLINE_MS = 1500;
/** An upload waits for a turn at most as long as for an answer. */
const WITH_TURN_MS = 2 * REQUEST_DEADLINE_MS;
const MAX_ANSWER_BYTES = 1024 * 1024;
/** A client waits for each answer, and all have equal rank. */
const OWNER = { accountId: 0, prompt: true };

const problemOf = createCompile()(InferrerReply);

export class InferrerService {
  readonly #endpoint: URL;
  readonly #client: ServiceClient;

  constructor({ endpoint, ...service }: ServiceAddress, options: Pick<ClientOptions, 'onState'> = {}) {
    this.#endpoint = endpoint;
    this.#client = new ServiceClient({
      ...service,
      ...options,
      name: NAME,
      maxAnswerBytes: MAX_ANSWER_BYTES,
      requestDeadlineMs: REQUEST_DEADLINE_MS,
    });
  }

  get turns(): TurnUse {
    return this.#client.turns;
  }

  /**
   * @param rows sample rows, in file order
   * @throws Error where there is no answer in time, another status than 200, or an answer that is too large
   * or malformed
   */
  ask(
    { headers, open, taken }: InferRequest,
    rows: readonly (readonly string[])[],
  ): Promise<InferenceAnswer> {
    return this.#client.ask(
      {
        url: this.#endpoint,
        body: { headers, open, taken, rows },
        read: (json) => read(json, headers.length),
        readStatus: () => undefined,
      },
      OWNER,
      AbortSignal.timeout(WITH_TURN_MS),
    );
  }
}

/** @throws MalformedAnswer */
function read(json: unknown, columns: number): InferenceAnswer {
  const problem = problemOf(json);
  if (problem !== null) throw new MalformedAnswer(`${NAME} answered in another form: ${problem}`);
  const reply = json as InferrerReply;
  if (reply.columns.length !== columns)
    throw new MalformedAnswer(`${NAME} answered ${reply.columns.length} columns for ${columns}`);
  return {
    columns: reply.columns.map(({ why = 'the inferrer service says so', ...column }) => ({ ...column, why })),
    houseNumber: reply.house_number ?? null,
    swapped: reply.swapped ?? false,
  };
}
