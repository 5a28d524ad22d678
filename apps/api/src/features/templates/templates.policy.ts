import type { Domain } from '#api/platform/access/domains.ts'
import { policy } from '#api/platform/access/policy.ts'

export const templatesPolicy = policy<Domain, { id: number }>()({
  see: { templates: (domain, { id }) => domain.id === id },
})
