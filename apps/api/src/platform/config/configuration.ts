/**
 * Reads and checks the environment variables once. Every variable has a working default and a line in
 * docs/operate/configure.md. A bad value stops the start with one sentence that names the variable.
 */
import path from 'node:path'
import { GatewayName } from '@vialdesk/contract/money/payments'
import { z } from 'zod'
import { whyNotLocal } from '#api/platform/kernel/local-access.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { carrierVariables, chooseCarrier } from './carrier-settings.ts'
import { chooseDatabase, databaseVariables } from './database-settings.ts'
import { chooseDns, chooseMailServer, mailVariables } from './mail-settings.ts'
import { readOrCreateSecretKey } from './secret-key.ts'
import { assertSimulationsAllowed, simulations } from './simulations.ts'
import { chooseTraces, traceVariables } from './trace-settings.ts'
import { amount, oneOf, origins, port, proxies, siteUrl, text, url, wholeNumber } from './variables.ts'

/** Hosts to listen on that are reached as `localhost` from this machine. */
const LOCAL_HOSTS = ['127.0.0.1', 'localhost', '::1', '0.0.0.0', '::']

const onOff = oneOf('on', 'off')
/** In the documentation, so the login of the demo may fill it in. */
export const KNOWN_DEMO_PASSWORD = 'demo-portal'

/** PostgreSQL's highest `max_connections`. */
const MOST_CONNECTIONS = 262_143
const Environment = z.object({
  NODE_ENV: oneOf('development', 'production', 'test').default('development'),
  PORT: port(1).default(4300),
  HOST: text.default('127.0.0.1'),
  PUBLIC_URL: siteUrl.optional(),
  DATA_DIR: text.default('./.data'),
  ...databaseVariables,
  DATABASE_CONNECTIONS: wholeNumber(1, MOST_CONNECTIONS).optional(),
  FILES_URL: text.optional(),
  SMTP_URL: url('smtp', 'smtps').optional(),
  OPERATOR_EMAIL: z.email('must be one email address').optional(),
  PAYMENTS: oneOf(...GatewayName.options).default('embedded'),
  ALLOW_SIMULATION: simulations.default([]),
  ...mailVariables,
  ...carrierVariables,
  TSA_URL: url('http', 'https').optional(),
  SIGNING_P12: text.optional(),
  SIGNING_P12_PASSWORD: z.string().optional(),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  DEMO: onOff.optional(),
  DEMO_PASSWORD: z
    .string()
    .min(8, 'must have at least 8 characters')
    .max(200, 'must have at most 200 characters')
    .default(KNOWN_DEMO_PASSWORD),
  WORKERS: onOff.default('on'),
  TRUST_PROXY: proxies.default(false),
  CORS_ORIGINS: origins.default([]),
  METRICS_PORT: port(0).default(0),
  METRICS_HOST: text.default('127.0.0.1'),
  ...traceVariables,
  RATE_LIMIT_FACTOR: amount(0.01, 1_000_000).default(1),
})
type Environment = z.infer<typeof Environment>

/** Values of these variables are never shown on the terminal. */
const SECRET = new Set([
  'SECRET_KEY',
  'SIGNING_P12_PASSWORD',
  'TSA_URL',
  'DATABASE_URL',
  'OWNER_DATABASE_URL',
  'READ_DATABASE_URL',
  'DATABASE_POOLER_URL',
  'SMTP_URL',
  'DEMO_PASSWORD',
  'FILES_URL',
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'FEDEX_KEY',
  'FEDEX_SECRET',
  'FEDEX_TRACK_KEY',
  'FEDEX_TRACK_SECRET',
])

function parse(env: NodeJS.ProcessEnv): Environment {
  // An empty variable counts as unset: compose files and shells write it so.
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== ''))
  const { success, data, error } = Environment.safeParse(given)
  if (success) return data
  const { path: where, message } = error.issues[0] as z.core.$ZodIssue
  const name = String(where[0])
  throw new StartFailure(`${name} ${message}${SECRET.has(name) ? '' : `, not "${env[name]}"`}.`)
}

function wantsDemo({ DEMO, NODE_ENV, HOST, PAYMENTS }: Environment, publicUrl: string, isEmbedded: boolean): boolean {
  const why = whyNotLocal({ mode: NODE_ENV, host: HOST, publicUrl })
  if (DEMO === 'on' && why !== undefined) throw new StartFailure(`DEMO cannot be on ${why}: its passwords are public.`)
  if (PAYMENTS !== 'embedded') {
    if (DEMO === 'on') throw new StartFailure(`DEMO cannot be on with PAYMENTS=${PAYMENTS}: its payments are simulated.`)
    return false
  }
  return DEMO === undefined ? why === undefined && isEmbedded : DEMO === 'on'
}

function chooseKey({ SECRET_KEY, NODE_ENV }: Environment, dataDir: string): string {
  if (SECRET_KEY !== undefined) return SECRET_KEY
  if (NODE_ENV === 'production')
    throw new StartFailure('SECRET_KEY must be set in production: 32 random characters or more, the same on every machine.')
  return readOrCreateSecretKey(dataDir)
}

function chooseSealFile({ SIGNING_P12: file, SIGNING_P12_PASSWORD: password }: Environment) {
  if (file === undefined && password !== undefined)
    throw new StartFailure('SIGNING_P12_PASSWORD is set without SIGNING_P12. Set both, or neither.')
  return file === undefined ? undefined : { path: path.resolve(file), password: password ?? '' }
}

function chooseFiles(given: string | undefined, dataDir: string): string {
  if (given === undefined) return path.join(dataDir, 'files')
  if (given.startsWith('s3://')) return given
  if (given.includes('://')) throw new StartFailure('FILES_URL must be a folder or begin with s3://.')
  return path.resolve(given)
}

/** Reads the configuration. Creates a secret key in the data folder if none is set. Throws StartFailure. */
export function readConfiguration(env: NodeJS.ProcessEnv) {
  const given = parse(env)
  if (given.METRICS_PORT === given.PORT)
    throw new StartFailure(`METRICS_PORT must differ from PORT (both are ${given.METRICS_PORT}).`)
  assertSimulationsAllowed(given)
  const database = chooseDatabase(given)
  const dataDir = path.resolve(given.DATA_DIR)
  const shownHost = LOCAL_HOSTS.includes(given.HOST) ? 'localhost' : given.HOST
  const publicUrl = given.PUBLIC_URL ?? `http://${shownHost}:${given.PORT}`
  return {
    mode: given.NODE_ENV,
    port: given.PORT,
    host: given.HOST,
    /** The portal's URL for people, without a slash at the end. */
    publicUrl,
    /** An absolute path. */
    dataDir,
    ...database,
    /** Of this process. Undefined: its share of what the server allows. */
    databaseConnections: given.DATABASE_CONNECTIONS,
    /** An absolute folder, or `s3://bucket?…`. */
    filesUrl: chooseFiles(given.FILES_URL, dataDir),
    /** Undefined: mails go to the outbox in the database. */
    smtpUrl: given.SMTP_URL,
    /** Gets the heads of the audit every night. Undefined: nobody. */
    operatorEmail: given.OPERATOR_EMAIL,
    /** embedded: domains without an own account use the simulator. Another gateway: they cannot take payments. */
    payments: given.PAYMENTS,
    /** The mail server that the DNS records of the domains name. */
    mailServer: chooseMailServer(given, publicUrl),
    dns: chooseDns(given),
    carrier: chooseCarrier(given),
    tsaUrl: given.TSA_URL,
    /** The PKCS #12 file of the certificate that seals documents. Undefined: the portal makes one itself. */
    sealFile: chooseSealFile(given),
    /** Create the demo domain on the first start. */
    demo: wantsDemo(given, publicUrl, database.databaseUrl === undefined),
    demoPassword: given.DEMO_PASSWORD,
    secretKey: chooseKey(given, dataDir),
    logLevel: given.LOG_LEVEL,
    /** Run the job workers in this process. */
    workers: given.WORKERS === 'on',
    /** IP addresses of proxies whose X-Forwarded-For header is trusted; false: none. */
    trustProxy: given.TRUST_PROXY,
    /** Origins of other sites whose pages may call the API. */
    corsOrigins: given.CORS_ORIGINS,
    /** 0, the default, turns metrics off: a fixed port would allow one portal on a machine. */
    metricsPort: given.METRICS_PORT,
    /** The IP address on which metrics are read. */
    metricsHost: given.METRICS_HOST,
    /** Undefined: no traces. */
    traces: chooseTraces(given),
    /** Multiplies every rate limit. */
    rateLimitFactor: given.RATE_LIMIT_FACTOR,
  }
}
export type Configuration = ReturnType<typeof readConfiguration>
