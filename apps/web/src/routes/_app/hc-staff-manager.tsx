import { createFileRoute } from '@tanstack/react-router'
import { StaffCentersScreen } from '#web/features/centers/staff-centers-screen.tsx'
import { asText, asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ search: asText, offset: asWhole })

export const Route = createFileRoute('/_app/hc-staff-manager')({ validateSearch, component: StaffCentersScreen })
