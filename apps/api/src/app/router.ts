/** All endpoints. The compiler reports a call without one. */
import type { CallKey } from '@vialdesk/contract'
import { exportsRouter } from '#api/features/exports/exports.routes.ts'
import type { Endpoint } from '#api/platform/http/serve.ts'
import * as routers from './routers.ts'

type Routers = typeof routers & { exports: ReturnType<typeof exportsRouter> }
type EndpointIn<Router> = Router[keyof Router]
type Served = { [R in keyof Routers]: EndpointIn<Routers[R]> extends { call: { key: infer Key } } ? Key : never }[keyof Routers]
type Missing = Exclude<CallKey, Served>

const endpointsOf = (router: object) => Object.values(router) as Endpoint[]
const ofFeatures = Object.values<object>(routers).flatMap(endpointsOf)

export const endpoints = [...ofFeatures, ...endpointsOf(exportsRouter(ofFeatures))] satisfies [Missing] extends [never]
  ? Endpoint[]
  : { missing: Missing }
