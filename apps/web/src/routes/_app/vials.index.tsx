import { createFileRoute } from '@tanstack/react-router'
import { VialsScreen } from '#web/features/vials/vials-screen.tsx'
import { asId, asOneOf, asText, asWhole, searchOf } from '#web/lib/search-params.ts'
import { vialStates } from '#web/lib/vial-states.ts'

const validateSearch = searchOf({ search: asText, state: asOneOf(...vialStates), patient: asId, offset: asWhole })

export const Route = createFileRoute('/_app/vials/')({ validateSearch, component: VialsScreen })
