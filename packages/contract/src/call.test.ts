import { expect, it } from 'vitest'
import { z } from 'zod'
import { call } from './call.ts'

it('takes over the properties of a call', () => {
  const pay = call('POST /api/v1/transactions/', { summary: 'Pay', answer: z.null(), usesProviders: true, rateLimit: 'payment' })
  expect(pay).toMatchObject({ method: 'POST', path: '/api/v1/transactions/', usesProviders: true, rateLimit: 'payment' })
})

it('refuses an unknown property, which would have no effect', () => {
  // @ts-expect-error `limit` is unknown.
  call('POST /api/v1/transactions/', { summary: 'Pay', answer: z.null(), limit: 'payment' })
  const unknown = { waits: true } as const
  // @ts-expect-error `waits` is unknown, also when it is spread into the call.
  call('POST /api/v1/transactions/', { summary: 'Pay', answer: z.null(), ...unknown })
})
