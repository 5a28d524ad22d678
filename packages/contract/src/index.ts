/** All calls of the API, by feature and verb, in the order of the API document. */
import type { Call } from './base/call.ts'
import * as exportModule from './business/exports.ts'
import * as viewModule from './business/views.ts'
import { type FeatureName, featureTexts } from './features.ts'
import * as otherModules from './modules.ts'

const modules = { ...otherModules, exports: exportModule, views: viewModule }
type Modules = typeof modules
export type Contract = { [F in FeatureName]: F extends keyof Modules[F] ? Modules[F][F] : never }

export const contract = Object.fromEntries(
  (Object.keys(featureTexts) as FeatureName[]).map((name) => [name, (modules[name] as Record<string, unknown>)[name]]),
) as Contract

/** Method and path of a call. */
export type CallKey = { [F in FeatureName]: KeysOf<Contract[F]> }[FeatureName]
type KeysOf<Calls> = Calls[keyof Calls] extends { key: infer Key extends string } ? Key : never

export const allCalls = Object.values<object>(contract).flatMap((feature) => Object.values(feature)) as (Call & {
  key: CallKey
})[]
