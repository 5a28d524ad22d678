/**
 * The settings of the providers of a port: one row of a domain, with the provider that it uses and its accounts. Secrets are encrypted, and
 * neither answered nor audited: only whether they are set.
 */

import type { Db } from '#api/db/db.ts'
import { type AuditEvent, audit, changesBetween } from '#api/platform/audit/audit.ts'
import { columnCipher, type SealedColumn, type SealedTableName, sealedTables } from '#api/platform/crypto/sealed-columns.ts'
import { failField } from '#api/platform/kernel/fail.ts'
import type { ProviderAccount, ProviderSettings } from '#api/platform/ports/provider.ts'

type Providers = Readonly<Record<string, { account?: ProviderAccount }>>
type Row = Record<string, string | Buffer | null>

interface Definition<Plain, Table> {
  /** Its encrypted columns are the secrets. */
  table: Table
  /** The column that names the provider which the domain uses. */
  choice: keyof Plain & string
  /** Of a domain without a row. */
  initial: Plain
  event: AuditEvent['type']
}

interface Change {
  secretKey: string
  providers: Providers
  /** Why the account must not be replaced or lose its key now. Undefined if it may. */
  whyNeeded(db: Db, provider: string, label: string): Promise<string | undefined>
  /** The domain has another account at the provider. */
  onOtherAccount?(db: Db, provider: string): Promise<unknown>
}

async function assertMayChange(db: Db, { providers, whyNeeded, onOtherAccount }: Change, was: Row, is: Row): Promise<void> {
  for (const [name, { account }] of Object.entries(providers)) {
    if (!account) continue
    const { key, identity, otherKey, label } = account
    const removesKey = was[key] !== null && is[key] === null
    const isOther = was[identity[0]] !== '' && identity.some((column) => was[column] !== is[column])
    if (isOther && !removesKey && otherKey && is[key] === was[key]) failField(key, otherKey)
    const why = removesKey || isOther ? await whyNeeded(db, name, label) : undefined
    if (why) failField(removesKey ? key : identity[0], why)
    if (isOther) await onOtherAccount?.(db, name)
  }
}

/** The named provider if it has accounts, or else the first one that has. */
export const nameWithAccount = <Name extends string>(
  providers: Readonly<Record<Name, { account?: ProviderAccount }>>,
  name: Name,
) => [name, ...(Object.keys(providers) as Name[])].find((each) => providers[each].account) ?? name

/** To try an account before it is saved: what was entered, and the stored settings for the rest. */
export const withEntered = (stored: ProviderSettings, entered: ProviderSettings): ProviderSettings => ({
  ...stored,
  ...Object.fromEntries(Object.entries(entered).filter(([, text]) => text)),
})

export function providerSettings<Plain extends Record<string, string>, Table extends SealedTableName>(
  definition: Definition<Plain, Table>,
) {
  type Secret = SealedColumn<Table>
  const { table, choice, initial, event } = definition
  const secrets: readonly string[] = sealedTables[table].columns
  const plain = Object.keys(initial)
  const columns = [...plain, ...secrets]
  const select = `select ${columns.join(', ')} from ${table} where domain_id = $1`
  const save = `
    insert into ${table} (domain_id, ${columns.join(', ')})
    values ($1, ${columns.map((_, n) => `$${n + 2}`).join(', ')})
    on conflict (domain_id) do update
    set ${columns.map((column) => `${column} = excluded.${column}`).join(', ')}`
  const each = <Value>(names: readonly string[], of: (name: string) => Value) =>
    Object.fromEntries(names.map((name) => [name, of(name)]))

  async function find(db: Db, { lock = false } = {}): Promise<Row> {
    const [row] = await db.rows<Row>(lock ? `${select} for update` : select, [db.domainId])
    return row ?? { ...initial, ...each(secrets, () => null) }
  }

  const decrypted = (row: Row, secretKey: string, domainId: number) => {
    const { decrypt } = columnCipher(table, secretKey)
    const open = (value: string | Buffer | null | undefined, name: string) =>
      value instanceof Buffer ? decrypt(value, domainId, name) : (value ?? undefined)
    return each(columns, (name) => open(row[name], name)) as Plain & Partial<Record<Secret, string>>
  }

  function edited(row: Row, secretKey: string, domainId: number, edit: ProviderSettings): Row {
    const { encrypt } = columnCipher(table, secretKey)
    const sealed = (text: string, name: string) => (text === '' ? null : encrypt(text, domainId, name))
    const given = Object.entries(edit).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const changed = given.map(([name, text]) => [name, secrets.includes(name) ? sealed(text, name) : text])
    return { ...row, ...Object.fromEntries(changed) }
  }

  function auditChange(db: Db, was: Row, is: Row): void {
    const auditable = (row: Row) => ({ ...row, ...each(secrets, (secret) => (row[secret] === null ? 'none' : 'set')) })
    const changes = changesBetween(auditable(was), auditable(is))
    const replaced = secrets.filter((secret) => was[secret] !== null && is[secret] !== null && was[secret] !== is[secret])
    if (!changes && replaced.length === 0) return
    const after = { ...changes?.after, ...each(replaced, () => 'replaced') }
    audit(db, { type: event, ...(changes && { before: changes.before }), after })
  }

  const read = async (db: Db, secretKey: string) => decrypted(await find(db), secretKey, db.domainId)

  return {
    /** Without the secrets that are not set, and without those that were encrypted with another SECRET_KEY. */
    read,

    /** What an admin sees. */
    async describe(db: Db, secretKey: string) {
      const settings: ProviderSettings = await read(db, secretKey)
      const has = Object.fromEntries(secrets.map((secret) => [`has_${secret}`, settings[secret] !== undefined]))
      return { ...each(plain, (name) => settings[name]), ...has } as Plain & Record<`has_${Secret}`, boolean>
    },

    /** Omitted: stays. A blank secret is removed. */
    async change(db: Db, change: Change, edit: ProviderSettings): Promise<void> {
      const was = await find(db, { lock: true })
      const is = edited(was, change.secretKey, db.domainId, edit)
      const settings: ProviderSettings = decrypted(is, change.secretKey, db.domainId)
      const required = change.providers[settings[choice] ?? '']?.account?.required ?? {}
      for (const [name, request] of Object.entries(required)) if (!settings[name]) failField(name, request)
      await assertMayChange(db, change, was, is)
      await db.rows(save, [db.domainId, ...columns.map((column) => is[column])])
      auditChange(db, was, is)
    },
  }
}
