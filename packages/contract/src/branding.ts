/** The brand of a domain: name, images and colors of its pages, mails and documents. */
import { z } from 'zod'
import { call } from './call.ts'
import { Id, singleLine, Timestamp } from './primitives.ts'

export const DomainConfig = z.object({
  domain: z.object({ id: Id, identifier: z.string(), name: z.string() }),
  /** URL of a public image, like `favicon`. */
  logo: z.string().nullable(),
  favicon: z.string().nullable(),
  email_sender: z.string(),
  description: z.string(),
  email_notifications: z.string(),
  updated_at: Timestamp,
  brand: z.object({
    primary_color: z.string(),
    radius: z.enum(['xs', 'sm', 'md', 'lg', 'xl']),
    login_color: z.string().nullable(),
    time_zone: z.string(),
  }),
  session: z.object({ idle_minutes: z.number().int() }),
  demo: z.boolean(),
})
export type DomainConfig = z.infer<typeof DomainConfig>

export const branding = {
  buildVersion: call('GET /auth/build-version/', {
    summary: 'The version of the running build',
    answer: z.object({ version: z.string() }),
  }),
  config: call('GET /domain/config/{identifier}/', {
    summary: 'The brand and configuration of a domain',
    params: z.object({ identifier: singleLine(63) }),
    answer: DomainConfig,
  }),
}
