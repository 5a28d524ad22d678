/** The form of White Label Settings, as the browser sends it. */
import sharp from 'sharp'
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
