/** Warnings about connections over the network without TLS, logged at every start in production. */

import type { Configuration } from '#api/platform/config/configuration.ts'
import { isLoopback } from '#api/platform/kernel/local-access.ts'

type Choices = Pick<
  Configuration,
  'mode' | 'databaseUrl' | 'ownerDatabaseUrl' | 'readDatabaseUrl' | 'poolerUrl' | 'filesUrl' | 'carrier'
>

/** These modes of libpq encrypt. The other modes, and none, may not. */
const ENCRYPTED = ['require', 'verify-ca', 'verify-full']

/** True if the host of the URL is another machine. A socket folder is this machine. */
function isElsewhere(url: URL): boolean {
  const host = decodeURIComponent(url.searchParams.get('host') ?? url.hostname)
  return host !== '' && !host.startsWith('/') && !isLoopback(host)
}

function isPlainDatabase(given: string | undefined): boolean {
  if (given === undefined) return false
  const url = new URL(given)
  const isEncrypted = url.searchParams.get('ssl') === 'true' || ENCRYPTED.includes(url.searchParams.get('sslmode') ?? '')
  return isElsewhere(url) && !isEncrypted
}

function isPlainHttp(given: string | null | undefined): boolean {
  const url = given && URL.canParse(given) ? new URL(given) : undefined
  return url?.protocol === 'http:' && isElsewhere(url)
}

const endpointOf = (filesUrl: string) => (filesUrl.startsWith('s3://') ? new URL(filesUrl).searchParams.get('endpoint') : null)

const plainDatabase = (variable: string) =>
  `The connection to the database is not encrypted: add sslmode=verify-full and sslrootcert=… to ${variable}.`

/** Returns one sentence for each; none outside production. */
export function plainConnectionWarnings({
  mode,
  databaseUrl,
  ownerDatabaseUrl,
  readDatabaseUrl,
  filesUrl,
  carrier,
}: Choices): string[] {
  if (mode !== 'production') return []
  return [
    isPlainDatabase(databaseUrl) && plainDatabase('DATABASE_URL'),
    isPlainDatabase(ownerDatabaseUrl) && plainDatabase('OWNER_DATABASE_URL'),
    isPlainDatabase(readDatabaseUrl) && plainDatabase('READ_DATABASE_URL'),
    isPlainHttp(endpointOf(filesUrl)) &&
      'The connection to the file store is not encrypted: let the endpoint in FILES_URL begin with https.',
    carrier !== 'embedded' &&
      isPlainHttp(carrier.url) &&
      'The connection to the carrier is not encrypted: FEDEX_URL must begin with https.',
  ].filter((sentence) => sentence !== false)
}
