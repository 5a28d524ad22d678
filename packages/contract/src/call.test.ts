import { expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { call } from './call.ts'

const spec = { summary: 'Pay', answer: z.null() }
type Input<Spec extends Parameters<typeof call>[1]> = Parameters<typeof call<'POST /api/v1/transactions/', Spec>>[1]

it('takes over the properties of a call', () => {
  const pay = call('POST /api/v1/transactions/', { ...spec, usesProviders: true, rateLimit: 'payment' })
  expect(pay).toMatchObject({ method: 'POST', path: '/api/v1/transactions/', usesProviders: true, rateLimit: 'payment' })
})

it('accepts no unknown property, which would have no effect', () => {
  expectTypeOf<Input<typeof spec & { rateLimit: 'payment' }>['rateLimit']>().toEqualTypeOf<'payment'>()
  expectTypeOf<Input<typeof spec & { limit: 'payment' }>['limit']>().toEqualTypeOf<never>()
})
