import { execFileSync } from 'node:child_process'
import { inspect } from 'node:util'
import Fastify, { type FastifyBaseLogger } from 'fastify'
import { expect, test } from 'vitest'
import { loggingOptions, logRequests, requestIdOf } from '#api/platform/http/request-log.ts'
import { createLog } from './log.ts'
import { redactText } from './redact.ts'

function listen(readable = false) {
  const lines: string[] = []
  const log = createLog({ level: 'trace', readable, destination: { write: (line) => lines.push(line) } })
  return { log, lines, written: () => lines.join('').replace(/"pid":\d+|"time":"[^"]+"/g, '') }
}

/** By key: words that must not be in the log. Under each key the value alone would not be recognized. */
const byKey: Record<string, unknown> = {
  password: 'winter sun',
  password_current: 'correct horse',
  newPassword: 'battery staple',
  'x-api-key': 'key-of-the-house',
  apiKey: 'another-key',
  SECRET_KEY: 'very-hidden',
  authorization: 'Token abcdef',
  Authorization: ['Token', 'ghijkl'],
  cookie: 'sid=mnopqr',
  reset_token: 'stuvwx',
  first_name: 'Annabelle',
  last_name: 'Featherstone',
  fullName: 'Zachary Quimby',
  username: 'qmby',
  company: 'Riverside Wellness',
  email: 'annabelle at example',
  phone: '555-0199',
  cellPhone: 55501980,
  address1: '17 Orchard Lane',
  zip_code: 'K1A 0B1',
  birth_date: '1961-02-03',
  credit_card: { number: 'x4111x', expiry: '2031-09', code: '0927' },
  cvc: 9280417,
  cardNumber: 'x400000x',
  opaque_nonce: 'eyZ0-data',
  opaque_data: 'eyY1-data',
  dataValue: 'eyX2-data',
  transactionKey: 'tkey-of-shop',
}
const wordsByKey = [
  'winter sun|correct horse|battery staple|key-of-the-house|another-key|very-hidden|abcdef|ghijkl|mnopqr|stuvwx',
  'Annabelle|Featherstone|Quimby|qmby|Riverside|17 Orchard|555-0199|5550198|K1A|1961-02-03|x4111x|2031-09|0927|9280417|x400000x|eyZ0|eyY1|eyX2|tkey-of-shop',
]
  .join('|')
  .split('|')

/** By pattern: values that are recognized in any text. */
const byPattern: Record<string, string> = {
  'a card': '4242424242424242',
  'a card with blanks': '4000 0566 5566 5556',
  'a card with dashes': '3782-822463-10005',
  'a card of 19 digits next to others': '99906304000000000000000',
  'a bearer': 'Bearer 2YotnFZFEjr1zCsicMWpAA',
  'a token': 'Token 9944b09199c62bcf9418ad846dd0e4bb',
  'basic credentials': 'Basic cG9ydGFsOmRlbW8tcG9ydGFs',
  'a token alone': 'hN3xT0kEn_aZ09-yYyQqLmPz7183hdkTeuVbB2s4XcA',
  'a JSON web token': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl',
  'a password in a URL': 'postgres://portal:s3same@db/portal',
  'an e-mail address': 'jane.roe+x@mail.example.org',
  'a URL-encoded e-mail address': 'jane.roe%40example.org',
  'a phone': '(305) 555-0142',
  'a phone with dots': '305.555.0143',
  'an international phone number': '+44 20 7946 0958',
  'plain digits of a phone': '3055550144',
  'a social security number': '078-05-1120',
  'a person with a title': 'Dr. Penelope Marchbanks',
  'a query string': 'last_name=Marchbanks&password=hunter2',
  'JSON in a string': '{"first_name":"Penelope","pin":{"password":"hun\\"ter2"}}',
  'JSON in a string in a string': '{\\"last_name\\":\\"Marchbanks\\"}',
  'an inspected object': inspect({ card: { digits: '0927', holder: 'Penelope' }, name: 'Penelope Marchbanks' }),
  'a name after a colon': 'name: Penelope Marchbanks',
  'a key in a database error': 'Key (domain_id, email)=(7, penelope) already exists.',
  'a row in a database error': 'Failing row contains (7, penelope, Marchbanks, 0927).',
  'a security code with its name': 'cvc 0927',
}
const wordsByPattern = [
  '424242|4000 0566|3782|630400|2YotnFZ|9944b0|cG9ydGF|hN3xT0kEn|eyJ|c2lnbmF|s3same|jane|mail.example|555-0142|555.0143|7946',
  '3055550144|078-05|Penelope|penelope|Marchbanks|hunter2|ter2|0927',
]
  .join('|')
  .split('|')

class DatabaseError extends Error {
  severity = 'ERROR'
  code = '22P02'
  detail = 'Failing row contains (penelope, 424242).'
  parameters = ['penelope']
}

/** All ways into the log. */
const waysIn: Record<string, (log: FastifyBaseLogger, secret: unknown) => void> = {
  'an object': (log, secret) => log.info({ given: secret }, 'text'),
  'an object in an array in an object': (log, secret) => log.warn({ deep: [[{ given: secret }]] }),
  'format arguments': (log, secret) => log.info('took %s and %j and %o', ...([secret, secret, secret] as unknown as [])),
  'bindings of a child logger': (log, secret) => log.child({ given: secret }).info('said'),
  'bindings of a nested child logger': (log, secret) =>
    log
      .child({ a: 1 })
      .child({ b: { given: secret } })
      .debug('text'),
  'a field of an error': (log, secret) => log.error(Object.assign(new Error('odd'), { given: secret, detail: secret })),
  'an error under another key': (log, secret) => log.error({ failure: Object.assign(new Error('odd'), { given: secret }) }),
  'a cause that is not an error': (log, secret) => log.error({ err: new Error('odd', { cause: secret }) }),
  'a request and a response': (log, secret) => log.info({ req: { url: secret, headers: secret }, res: { body: secret } }),
}
const waysInForText: Record<string, (log: FastifyBaseLogger, secret: string) => void> = {
  'a message': (log, secret) => log.info(`took ${secret} from there`),
  'the message of an error': (log, secret) => log.error(new Error(`took ${secret}`)),
  'the message of an error under err': (log, secret) => log.error({ err: new Error(secret) }, 'failed'),
  'a chain of causes': (log, secret) =>
    log.error({ err: new Error('a', { cause: new TypeError('b', { cause: new Error(secret) }) }) }),
  'parts of an AggregateError': (log, secret) => log.error({ err: new AggregateError([new Error(secret)], secret) }),
  'a value that a database refused': (log, secret) =>
    log.error({ err: new DatabaseError(`invalid input syntax for type integer: "${secret}"`) }),
  'a key': (log, secret) => log.info({ seen: { [secret]: true } }),
  'several lines of text': (log, secret) => log.fatal(`first\n${secret}\nthird`),
}

for (const readable of [false, true]) {
  const form = readable ? 'readable' : 'JSON'
  for (const [way, write] of Object.entries(waysIn)) {
    test(`${form}: redacts ${way} by key`, () => {
      const { log, written } = listen(readable)
      write(log, byKey)
      for (const secret of Object.values(byPattern)) write(log, secret)
      expect([...wordsByKey, ...wordsByPattern].filter((word) => written().includes(word))).toEqual([])
      expect(written()).not.toBe('')
    })
  }
  for (const [way, write] of Object.entries(waysInForText)) {
    test(`${form}: redacts ${way} by pattern`, () => {
      const { log, written } = listen(readable)
      for (const secret of Object.values(byPattern)) write(log, secret)
      write(log, JSON.stringify(byKey))
      expect([...wordsByKey, ...wordsByPattern].filter((word) => written().includes(word))).toEqual([])
    })
  }
}

test('redacts also in a process that has compiled so many patterns that V8 compiles them in its simple way', () => {
  const redacts = `import('${import.meta.resolve('./redact.ts')}').then((redact) =>
    console.log(redact.redactText(process.argv[1])))`
  const text = [JSON.stringify(byKey), ...Object.values(byPattern)].join('\n')
  const written = execFileSync(process.execPath, ['--no-regexp-optimization', '--eval', redacts, text], { encoding: 'utf8' })
  expect(written).toContain('[redacted]')
  expect([...wordsByKey, ...wordsByPattern].filter((word) => written.includes(word))).toEqual([])
})

test('never writes bytes', () => {
  const { log, written } = listen()
  log.info({ upload: Buffer.from('penelope') })
  expect(written()).toContain('[bytes]')
})

test('keeps harmless text readable', () => {
  const plain = 'Sale 18250 of 3 vials at 2026-11-21T05:53:04.123Z took 12 ms (job 0198c2f4-7d1e-7f00-8000-3f2a9c1d2e4b)'
  expect(redactText(plain)).toBe(plain)
  const { log, lines } = listen()
  log.info({ job: 'send_mail', attempt: 3, seconds: [1, 2.5], ok: true, none: null }, 'done')
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    level: 'info',
    job: 'send_mail',
    attempt: 3,
    seconds: [1, 2.5],
    ok: true,
    none: null,
    msg: 'done',
  })
})

test('keeps type, code, place and the chain of causes of an error', () => {
  const { log, lines } = listen()
  log.error(
    { err: new Error('outer', { cause: new DatabaseError('broken: "penelope"', { cause: new RangeError('root') }) }) },
    'failed',
  )
  const { err } = JSON.parse(lines[0] as string)
  expect(err).toMatchObject({
    type: 'Error',
    message: 'outer',
    cause: { type: 'DatabaseError', code: '22P02', cause: { type: 'RangeError', message: 'root' } },
  })
  expect(err.stack).toMatch(/^ {4}at /)
})

test('cuts a very long text', () => {
  const text = `${'words '.repeat(10_000)}4242424242424242`
  expect(redactText(text).length).toBeLessThan(10_100)
})

test('logs one line per request with route pattern, domain and user, and answers its id', async () => {
  const { log, lines } = listen()
  const app = Fastify(loggingOptions(log))
  logRequests(app, () => ({ domainId: 7, userId: 42 }))
  app.get('/things/:id/', () => ({ ok: true }))
  const answer = await app.inject({
    url: '/things/550155015501/?search=penelope',
    headers: { 'x-request-id': 'from-the-proxy-1' },
  })
  await app.close()
  expect(answer.headers['x-request-id']).toBe('from-the-proxy-1')
  expect(lines).toHaveLength(1)
  const line = JSON.parse(lines[0] as string)
  expect(line).toMatchObject({
    level: 'info',
    req_id: 'from-the-proxy-1',
    method: 'GET',
    route: '/things/:id/',
    status: 200,
    domain_id: 7,
    user_id: 42,
  })
  expect(line.ms).toBeTypeOf('number')
  expect(lines[0]).not.toMatch(/550155015501|penelope/)
})

test.each([
  '',
  'short',
  'has blanks in it',
  'jane@example.org',
  'new\nline-of-text',
  'x'.repeat(37),
  ['two-of-them', 'two-of-them'],
])('replaces a request id such as %j', (given) => {
  expect(requestIdOf({ headers: { 'x-request-id': given } as Record<string, string> })).toMatch(/^[0-9a-f-]{36}$/)
})

test('formats a request as one line and an error with its stack for a terminal', () => {
  const { log, lines } = listen(true)
  log.info({ method: 'GET', route: '/things/', status: 200, ms: 3.2, domain_id: 7 })
  log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed')
  expect(lines[0]).toMatch(/^\d\d:\d\d:\d\d info {2}GET \/things\/ 200 3.2 ms domain_id=7\n$/)
  expect(lines[1]).toMatch(/error failed\n {2}Error: outer\n {4}at [\s\S]+caused by Error: inner\n/)
})

test('does not log a card number that comes as a request id', async () => {
  const { log, lines } = listen()
  const app = Fastify(loggingOptions(log))
  logRequests(app)
  await app.inject({ url: '/nowhere', headers: { 'x-request-id': '4242424242424242' } })
  await app.close()
  expect(JSON.parse(lines[0] as string)).toMatchObject({
    req_id: expect.stringMatching(/^[0-9a-f]{8}-/),
    route: 'none',
    status: 404,
  })
})
