/** Replacing SECRET_KEY: everything that depends on the key changes to the new one, or nothing does. */
import type pg from 'pg'
import { beforeEach, expect, test, vi } from 'vitest'
import { openPool } from '#api/db/connection/pools.ts'
import type { Db } from '#api/db/db.ts'
import { inDomain } from '#api/db/transaction.ts'
import { beginTwoStep, consumeCode } from '#api/features/sessions/two-step/set-two-step.commands.ts'
import { appCode } from '#api/features/sessions/two-step/two-step.fixture.ts'
import { openDatabases } from '#api/main/database/databases.ts'
import { ownSealKey } from '#api/main/open-seal.ts'
import type { Configuration } from '#api/platform/config/configuration.ts'
import { sealedTables } from '#api/platform/crypto/sealed-columns.ts'
import { createSecretCipher } from '#api/platform/crypto/secret-cipher.ts'
import { StartFailure } from '#api/platform/kernel/start-failure.ts'
import { createTestDatabase, queryOnce } from '#api/testing/database.ts'
import { createDomain, createUser } from '#api/testing/factories.ts'
import { replaceKey, command as secretKeyReplace } from './commands/secret-key-replace.ts'

const OLD = 'the key that this installation was made with'
const NEW = 'the key that this installation goes on with'

let ownerUrl: string
beforeEach(async () => {
  ownerUrl = (await createTestDatabase()).ownerUrl
})

const open = (secretKey: string) => openDatabases({ databaseUrl: ownerUrl, secretKey } as Configuration)
async function asOwner<T>(work: (owner: pg.Pool) => Promise<T>): Promise<T> {
  const owner = openPool(ownerUrl, { max: 1 })
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}
const replace = (oldKey: string | undefined, newKey = NEW) => asOwner((owner) => replaceKey(owner, { oldKey, newKey }))

/** A user of a new domain with two-step sign-in; `enters` logs in with a code of the app. */
async function someone() {
  const domainId = await asOwner((owner) => createDomain(owner))
  const within = <T>(work: (db: Db) => Promise<T>) => asOwner((owner) => inDomain(owner, domainId, work))
  const { id, secret } = await within(async (db) => {
    const user = await createUser(db, 'admin')
    return { id: user, secret: await beginTwoStep(db, OLD, user) }
  })
  await within((db) => db.rows('update two_step_sign_ins set confirmed_at = now() where domain_id = $1', [domainId]))
  return { enters: (key: string) => within((db) => consumeCode(db, key, id, appCode(secret))) }
}

test('keeps two-step sign-in working in every domain, and only the new key opens the installation', async () => {
  await open(OLD)
  const people = [await someone(), await someone()]
  expect(await replace(OLD)).toBe(2)
  const { appUrl } = await open(NEW)
  expect(await queryOnce(appUrl, 'select 1 as n')).toEqual([{ n: 1 }])
  for (const { enters } of people) expect(await enters(NEW)).toBe('app')
  await expect(open(OLD)).rejects.toThrow(/^SECRET_KEY is not the key/)
})

/** The purposes and places are written out: what an installation has encrypted could not be read again under another text. */
const secretsOf = (domain: number, user_id: number) => {
  const endpoint = { id: 9, url: 'https://hooks.example', events: ['vials.ready'], previous_secret_until: new Date() }
  const mail = {
    sender_name: '',
    sender_email: '',
    recipient: '',
    subject: '',
    text: '',
    html: '',
    secret_expires_at: new Date(),
  }
  return [
    ['two_step_sign_ins', 'two-step secrets 1', { sealed_secret: `${domain}/${user_id}` }, { user_id }],
    ['signing_settings', 'signing settings', { api_key: `${domain}:api_key`, webhook_secret: `${domain}:webhook_secret` }],
    [
      'payment_settings',
      'payment settings',
      { transaction_key: `${domain}:transaction_key`, signature_key: `${domain}:signature_key` },
    ],
    ['mail_keys', 'mail keys', { private_key: `${domain}:dkim:s1` }, { selector: 's1', public_key: 'key' }],
    ['webhook_endpoints', 'webhooks', { secret: `${domain}:9`, previous_secret: `${domain}:9` }, endpoint],
    [
      'mail_outbox',
      'links in the mail outbox',
      { sealed_secret: `mail_outbox ${domain} welcome-1` },
      { message_id: 'welcome-1', ...mail },
    ],
  ] as [table: keyof typeof sealedTables, purpose: string, places: Record<string, string>, more?: object][]
}

test('keeps every encrypted column readable, with the new key only', async () => {
  await open(OLD)
  const domainId = await asOwner((owner) => createDomain(owner))
  const within = <T>(work: (db: Db) => Promise<T>) => asOwner((owner) => inDomain(owner, domainId, work))
  const secrets = secretsOf(domainId, await within((db) => createUser(db, 'admin')))
  const columns = Object.entries(sealedTables).map(([table, each]) => [table, [...each.columns]])
  expect(secrets.map(([table, , places]) => [table, Object.keys(places)])).toEqual(columns)
  await within(async (db) => {
    for (const [table, purpose, places, more] of secrets) {
      const { encrypt } = createSecretCipher(OLD, purpose)
      const sealed = Object.entries(places).map(([column, place]) => [column, encrypt(`the ${column}`, place)])
      await db.insertRow(table, { ...more, ...Object.fromEntries(sealed) } as never)
    }
  })
  expect(await replace(OLD)).toBe(9)
  await within(async (db) => {
    for (const [table, purpose, places] of secrets) {
      const [row] = await db.rows<Record<string, Buffer>>(`select * from ${table} where domain_id = $1`, [domainId])
      for (const [column, place] of Object.entries(places)) {
        const read = [NEW, OLD].map((key) => createSecretCipher(key, purpose).decrypt(row?.[column] as Buffer, place))
        expect({ table, column, read }).toEqual({ table, column, read: [`the ${column}`, undefined] })
      }
    }
  })
})

test('keeps the certificate that seals documents, and replaces one that was encrypted with a lost key', async () => {
  await open(OLD)
  const certificateOf = async (secretKey: string) =>
    (await ownSealKey(ownerUrl, { secretKey, publicUrl: 'https://portal.test' })).certificate
  const first = await certificateOf(OLD)
  await replace(OLD)
  expect(await certificateOf(NEW)).toEqual(first)
  await expect(certificateOf(OLD)).rejects.toThrow(/another SECRET_KEY/)
  await replace(undefined, OLD)
  expect((await certificateOf(OLD)).validTo).toBeInstanceOf(Date)
})

test('changes nothing without a fingerprint, for a wrong old key, and while a process of the portal uses the database', async () => {
  await expect(replace(OLD)).rejects.toThrow(/^The database has no key fingerprint yet/)
  const { appUrl } = await open(OLD)
  const { enters } = await someone()
  await expect(replace(NEW, 'a third key, which nobody has used before')).rejects.toThrow(
    new StartFailure('OLD_SECRET_KEY is not the key of this installation; nothing was changed.'),
  )
  const portal = openPool(appUrl, { max: 1, keep: 1 })
  try {
    await portal.query('select 1')
    await expect(replace(OLD)).rejects.toThrow(/^The portal is still using this database/)
  } finally {
    await portal.end()
  }
  expect(await enters(OLD)).toBe('app')
  await open(OLD)
})

test('replaces a lost key: the installation starts with the new one, without the secrets encrypted with the old one', async () => {
  await open(OLD)
  const { enters } = await someone()
  expect(await replace(undefined)).toBe(0)
  await open(NEW)
  await expect(enters(NEW)).rejects.toThrow('encrypted with another SECRET_KEY')
})

test('replaces a lost key on another server, where the role of the application does not exist yet', async () => {
  await open(OLD)
  const role = `vialdesk_app_${new URL(ownerUrl).pathname.slice(1)}`
  await queryOnce(ownerUrl, `drop owned by ${role}; drop role ${role}`)
  await replace(undefined)
  expect(await queryOnce((await open(NEW)).appUrl, 'select current_user as role')).toEqual([{ role }])
})

test('replaces a lost key in a database without a fingerprint', async () => {
  await open(OLD)
  await queryOnce(ownerUrl, 'delete from installation')
  await replace(undefined)
  await expect(open(OLD)).rejects.toThrow(/^SECRET_KEY is not the key/)
  expect(await queryOnce((await open(NEW)).appUrl, 'select 1 as n')).toEqual([{ n: 1 }])
  await expect(open(OLD)).rejects.toThrow(/^SECRET_KEY is not the key/)
})

test('waits until the connections of a stopped process are closed', async () => {
  const { appUrl } = await open(OLD)
  const portal = openPool(appUrl, { max: 1 })
  await portal.query('select 1')
  const outcome = replace(OLD).then(
    () => 'replaced',
    (error) => error.message,
  )
  const looks = `select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
  await vi.waitFor(async () => expect(await queryOnce(ownerUrl, looks)).toHaveLength(1), { interval: 5, timeout: 60_000 })
  await portal.end()
  expect(await outcome).toBe('replaced')
})

test('needs the old key in the environment, or the option --lost', async () => {
  await expect(secretKeyReplace([], 'secret-key replace [--lost]')).rejects.toThrow(/^Set OLD_SECRET_KEY/)
  await expect(secretKeyReplace([OLD], 'secret-key replace [--lost]')).rejects.toThrow(/^Usage: /)
})
