import type { IncomingMessage, ServerResponse } from 'node:http';
import t, { type Test } from 'tap';
import { InferrerService } from '../../../src/services/inferrer/inferrer-service.js';
import { readInferrerUrl } from '../../../src/services/inferrer/service-url.js';
import { startHttpServer } from '../../support/http-server.js';

const REQUEST = { headers: ['Foo'], open: [0], taken: [] };
const GOOD = '{"columns":[{"label":"zip","confidence":1}]}';

async function startInferrer(t: Test, answer: (response: ServerResponse, message: IncomingMessage) => void) {
  const asked: IncomingMessage[] = [];
  const address = await startHttpServer(t, (message, response) => {
    asked.push(message);
    answer(response, message);
  });
  return { address, asked };
}

t.test('a user and password go into a header, and what is ours is not sent', async (t) => {
  const { address, asked } = await startInferrer(t, (response) => response.end(GOOD));
  const service = new InferrerService(
    readInferrerUrl(`http://user:hush@${address}/infer?model=a&concurrency=2`)!,
  );
  t.same(await service.ask(REQUEST, [['x']]), {
    columns: [{ label: 'zip', confidence: 1, why: 'the inferrer service says so' }],
    houseNumber: null,
    swapped: false,
  });
  t.match(asked[0], {
    method: 'POST',
    url: '/infer?model=a',
    headers: { authorization: `Basic ${Buffer.from('user:hush').toString('base64')}` },
  });
});

t.test('one that only fails is left alone for a while', async (t) => {
  const { address, asked } = await startInferrer(t, (response) => response.writeHead(500).end());
  const service = new InferrerService(readInferrerUrl(`http://${address}/`)!);
  for (let upload = 0; upload < 20; upload++) await t.rejects(service.ask(REQUEST, []));
  t.equal(asked.length, 10);
  await t.rejects(service.ask(REQUEST, []), { message: 'the header inferrer has failed too often' });
});

t.test('a redirect is a failure that says so, and its target is not asked', async (t) => {
  const other = await startInferrer(t, (response) => response.end(GOOD));
  const { address } = await startInferrer(t, (response) =>
    response.writeHead(307, { location: `http://${other.address}/` }).end(),
  );
  await t.rejects(new InferrerService(readInferrerUrl(`http://${address}/`)!).ask(REQUEST, []), {
    message: 'the header inferrer answered 307, a redirect, which is not followed',
  });
  t.equal(other.asked.length, 0);
});

t.test('a proxy of the environment is not asked', async (t) => {
  const proxy = await startInferrer(t, (response) => response.end(GOOD));
  const { address, asked } = await startInferrer(t, (response) => response.end(GOOD));
  const names = ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY'];
  for (const name of names) process.env[name] = `http://${proxy.address}`;
  t.teardown(() => {
    for (const name of names) delete process.env[name];
  });
  await new InferrerService(readInferrerUrl(`http://${address}/`)!).ask(REQUEST, []);
  t.match([proxy.asked.length, asked.length], [0, 1]);
});

t.test('an address is http or https, and our parameters are within their range', async (t) => {
  for (const text of [
    'ftp://a/',
    'inferrer',
    'http://',
    'http://a/?rate=0',
    'http://a/?concurrency=65',
    'http://%zz@a/',
  ])
    t.equal(readInferrerUrl(text), null, text);
  t.match(readInferrerUrl('https://a/b?rate=2.5'), { perSecond: 2.5, concurrency: 16, authorization: null });
});
