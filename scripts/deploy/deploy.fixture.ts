/** Files under deploy/, and the settings that the portal knows. */
import { readFileSync } from 'node:fs'
import path from 'node:path'

export const root = path.resolve(import.meta.dirname, '../..')
export const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** The names of docs/operate/configure.md, which are those of the configuration (configuration.test.ts). */
export const knownSettings = [...read('docs/operate/configure.md').matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, cell = '']) =>
  [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
)

/** A Secret of an installation has these. */
export const secretSettings = {
  SECRET_KEY: 'k'.repeat(40),
  FILES_URL: 's3://id:secret@bucket?endpoint=https://files.example.com',
  SMTP_URL: 'smtp://user:password@mail.example.com:587',
  SIGNING_P12_PASSWORD: 'password',
  FEDEX_ACCOUNT: '123456789',
  FEDEX_KEY: 'key',
  FEDEX_SECRET: 'secret',
}
export const ownerSettings = { OWNER_DATABASE_URL: 'postgres://vialdesk:password@db.example.com/vialdesk' }
