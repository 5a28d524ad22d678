import { createFileRoute } from '@tanstack/react-router'
import { RepPatientsScreen } from '#web/features/patients/rep-patients-screen.tsx'
import { asOneOf, asText, asWhole, searchOf } from '#web/lib/search-params.ts'
import { stages } from '#web/lib/stages.ts'

const validateSearch = searchOf({ search: asText, stage: asOneOf(...stages), offset: asWhole })

export const Route = createFileRoute('/_app/patients')({ validateSearch, component: RepPatientsScreen })
