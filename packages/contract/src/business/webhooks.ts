/** Outgoing webhooks: what other systems are told of a domain. They carry ids, never health data. */
import { z } from 'zod'
import { admin } from '../base/access.ts'
import { call } from '../base/call.ts'
import { cursorPageOf, cursorPaging, Id, Message, singleLine, Timestamp } from '../base/primitives.ts'
import * as proof from '../base/proof.ts'

export const webhookEvents = ['patient.created', 'vials.ready', 'document.completed', 'label.ready', 'payment.received'] as const
export const WebhookEvent = z.enum(webhookEvents)
export type WebhookEvent = z.infer<typeof WebhookEvent>

export const webhookEventTitles: Record<WebhookEvent, string> = {
  'patient.created': 'Patient created',
  'vials.ready': 'Vials ready',
  'document.completed': 'Document completed',
  'label.ready': 'Label ready',
  'payment.received': 'Payment received',
}

export const WebhookEndpoint = z.object({
  id: Id,
  url: z.string(),
  events: z.array(WebhookEvent),
  active: z.boolean(),
  /** Until when the previous secret signs, too. Null: there is only one secret. */
  previous_secret_until: Timestamp.nullable(),
  created_at: Timestamp,
})
export type WebhookEndpoint = z.infer<typeof WebhookEndpoint>

export const NewWebhookEndpoint = z.object({
  url: singleLine(500).pipe(z.url({ protocol: /^https$/, error: 'Enter a URL that begins with https://.' })),
  events: z.array(WebhookEvent).min(1, 'Choose at least one event.').max(webhookEvents.length),
})
export type NewWebhookEndpoint = z.infer<typeof NewWebhookEndpoint>

export const WebhookEndpointEdit = NewWebhookEndpoint.partial().extend({ active: z.boolean().optional() })

export const DeliveryState = z.enum(['waiting', 'delivered', 'failed'])

export const WebhookDelivery = z.object({
  id: Id,
  endpoint_id: Id,
  url: z.string(),
  event: z.string(),
  state: DeliveryState,
  attempts: z.number().int(),
  /** HTTP status of the last answer; null when none came. */
  status: z.number().int().nullable(),
  /** Why the last attempt failed, in words; else blank. */
  problem: z.string(),
  created_at: Timestamp,
  /** The last attempt. */
  attempted_at: Timestamp.nullable(),
})
export type WebhookDelivery = z.infer<typeof WebhookDelivery>

export const DeliveryFilter = cursorPaging(10).extend({ endpoint_id: Id.optional(), state: DeliveryState.optional() })

/** The secret is answered once. */
const WithSecret = WebhookEndpoint.extend({ secret: z.string() })

export const webhooks = {
  list: call('GET /api/v1/webhook-endpoints/', admin, {
    summary: 'The webhooks of the domain',
    answer: z.array(WebhookEndpoint),
  }),
  add: call('POST /api/v1/webhook-endpoints/', admin, {
    proof: proof.admins,
    summary: 'Add a webhook; its secret is answered once',
    body: NewWebhookEndpoint,
    answer: WithSecret,
    status: 201,
  }),
  edit: call('PATCH /api/v1/webhook-endpoints/{id}/', admin, {
    proof: proof.admins,
    summary: 'Change a webhook, or switch it off',
    body: WebhookEndpointEdit,
    answer: WebhookEndpoint,
  }),
  remove: call('DELETE /api/v1/webhook-endpoints/{id}/', admin, {
    proof: proof.admins,
    summary: 'Remove a webhook',
    answer: z.undefined(),
    status: 204,
  }),
  rotateSecret: call('POST /api/v1/webhook-endpoints/{id}/rotate-secret/', admin, {
    proof: proof.admins,
    summary: 'Make a new secret; the earlier one signs for a day, too',
    answer: WithSecret,
  }),
  test: call('POST /api/v1/webhook-endpoints/{id}/test/', admin, {
    proof: proof.never('A test event has no data, and goes to a URL that was set with a proof.'),
    summary: 'Send a test event',
    answer: Message,
    rateLimit: 'invite',
  }),
  deliveries: call('GET /api/v1/webhook-deliveries/', admin, {
    summary: 'Deliveries of webhooks, newest first',
    query: DeliveryFilter,
    answer: cursorPageOf(WebhookDelivery),
  }),
  redeliver: call('POST /api/v1/webhook-deliveries/{id}/redeliver/', admin, {
    machine: true,
    proof: proof.never('The event goes to a URL that was set with a proof.'),
    summary: 'Deliver an event again',
    answer: Message,
    rateLimit: 'invite',
  }),
}
