/** The form of White Label Settings, as the browser sends it. */
import sharp from 'sharp'
import { createUser } from '#api/testing/factories.ts'
import { type FormFile, multipartForm } from '#api/testing/multipart-form.ts'
import type { TestPortal } from '#api/testing/test-portal.ts'

export type FormValues = Record<string, string | FormFile>

export async function sendForm(
  portal: TestPortal,
  token: string | undefined,
  values: FormValues,
  { id = portal.domainId, domain = 'acme' } = {},
) {
  const { payload, type } = multipartForm(Object.entries(values))
  const headers = { domain, 'content-type': type, ...(token && { authorization: `Token ${token}` }) }
  return portal.app.inject({ method: 'PATCH', url: `/domain/config/${id}/`, headers, payload })
}

const picture = (width: number, height: number, background = '#0b6e6e') =>
  sharp({ create: { width, height, channels: 3, background } })
export const png = (width = 40, height = 20, background?: string) => picture(width, height, background).png().toBuffer()
export const jpeg = (width = 40, height = 20) => picture(width, height).jpeg().toBuffer()

/** An admin of the first domain, with the form and what it changes. */
export async function openSettings(portal: TestPortal) {
  const adminId = await portal.seed((db) => createUser(db, 'admin', { first_name: 'Ada', last_name: 'Admin' }))
  const token = await portal.tokenOf(adminId)
  const admin = portal.clientFor('acme', token)
  return {
    adminId,
    token,
    admin,
    send: (values: FormValues) => sendForm(portal, token, values),
    settings: async () => (await admin.get('/domain/settings/')).json(),
    config: async () => (await portal.guest.get('/domain/config/acme/')).json(),
    versions: async () => (await admin.get('/domain/config-versions/')).json(),
    countStoredFiles: async () => Number((await portal.owner.query('select count(*) as n from stored_files')).rows[0].n),
    audits: async () =>
      (
        await portal.owner.query(
          `select actor_id, before, after from audit_log where domain_id = $1 and type = 'domain.changed' order by id`,
          [portal.domainId],
        )
      ).rows,
  }
}
