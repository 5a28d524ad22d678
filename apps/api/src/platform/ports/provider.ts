/** What providers of several ports have in common: those at which a domain has an account, whose settings it enters. */

/** Origins of other sites that the pages of a domain use. */
export interface PageSources {
  /** Pages that the portal shows in frames: those of a signing provider. */
  frames: readonly string[]
  /** Scripts: that of a card gateway. */
  scripts: readonly string[]
  /** Servers to which scripts send: those of a card gateway. */
  connections: readonly string[]
}

/** The settings of a domain by column, secrets included. A secret that is not set, or that cannot be decrypted, is missing. */
export type ProviderSettings = Readonly<Record<string, string | undefined>>

/** The account of a domain at a provider. The names are columns of the settings. */
export interface ProviderAccount {
  /** What people call the provider. */
  label: string
  /** What must be set to choose the provider, each with the sentence that asks for it. */
  required: Readonly<Record<string, string>>
  /** What names the account. Another value is another account. */
  identity: readonly [string, ...string[]]
  /** The secret that opens the account. */
  key: string
  /** Asks for the key of another account, where each account has a key of its own. */
  otherKey?: string
  /** What the pages of a domain that uses the account load from other sites. `settings` are without secrets. */
  pageSources(settings: ProviderSettings): Partial<PageSources>
}

export interface ConnectionTest {
  success: boolean
  message: string
}

/** A request to a webhook. The signature covers the bytes of the body; names of headers have small letters. */
export interface WebhookRequest {
  body: Buffer
  headers: Record<string, string | undefined>
}

/** The body is no notice at all. */
export class MalformedNotice extends Error {
  override name = 'MalformedNotice'
}
