import { expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { call } from './call.ts'
import type { AsksForChanges, AsksNever, AsksNoToken, ProofRule, WithProof } from './proof.ts'

const spec = { summary: 'Pay', answer: z.null() }
type Input<Spec extends Parameters<typeof call>[2]> = Parameters<
  typeof call<'POST /api/v1/transactions/', { patient: 'own' }, Spec>
>[2]

it('takes over the properties of a call', () => {
  const pay = call('POST /api/v1/transactions/', { patient: 'own' }, { ...spec, usesProviders: true, rateLimit: 'payment' })
  expect(pay).toMatchObject({ method: 'POST', path: '/api/v1/transactions/', usesProviders: true, rateLimit: 'payment' })
})

it('accepts no unknown property, which would have no effect', () => {
  expectTypeOf<Input<typeof spec & { rateLimit: 'payment' }>['rateLimit']>().toEqualTypeOf<'payment'>()
  expectTypeOf<Input<typeof spec & { limit: 'payment' }>['limit']>().toEqualTypeOf<never>()
})

it('demands of a call with which an admin changes something whether it asks for a proof', () => {
  expectTypeOf<WithProof<'POST /', { admin: 'domain' }, object>>().toEqualTypeOf<{ proof: ProofRule }>()
  expectTypeOf<WithProof<'POST /', 'public', { machine: true }>['proof']>().toEqualTypeOf<
    AsksNoToken | AsksForChanges | AsksNever
  >()
  expectTypeOf<WithProof<'GET /', { admin: 'domain' }, { writes: true }>>().toEqualTypeOf<{ proof: ProofRule }>()
  expectTypeOf<WithProof<'GET /', { admin: 'domain' }, object>>().toEqualTypeOf<{ proof?: ProofRule }>()
  expectTypeOf<WithProof<'POST /', { patient: 'own' }, object>>().toEqualTypeOf<{ proof?: ProofRule }>()
})
