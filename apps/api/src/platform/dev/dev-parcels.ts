/**
 * Shows where a simulated parcel is, like a carrier's tracking page. Tracking links and codes lead here. For local requests
 * only.
 */
import type { FastifyInstance } from 'fastify'
import type { FindDomain } from '#api/platform/access/domains.ts'
import { fail } from '#api/platform/kernel/fail.ts'
import { escapeHtml } from '#api/platform/kernel/html.ts'
import type { Carrier } from '#api/platform/ports/carrier.ts'
import { sendDevPage } from './dev-pages.ts'

export const DEV_PARCELS = '/dev/parcels/'

export function addDevParcels(app: FastifyInstance, findDomain: FindDomain, carrier: Carrier): void {
  app.get<{ Params: { number: string } }>(`${DEV_PARCELS}:number`, async (request, reply) => {
    const { params } = request
    const domain = (await findDomain(request)) ?? fail('unknown_domain')
    const news = await carrier.track({ domainId: domain.id, trackingNumber: params.number })
    const { description, at } = news ?? fail('not_found')
    const since = at ? ` <small>since ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC</small>` : ''
    const body = `<p><strong>${escapeHtml(description)}</strong>${since}</p>
      <p><small>This parcel is a simulation. It moves automatically and arrives one day after its label was created.</small></p>`
    return sendDevPage(reply, `Parcel ${params.number}`, body)
  })
}
