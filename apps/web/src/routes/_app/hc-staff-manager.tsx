import { createFileRoute } from '@tanstack/react-router'
import { StaffCentersScreen } from '#web/features/centers/staff-centers-screen.tsx'
import { asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ search: asText, ...listSearch })

export const Route = createFileRoute('/_app/hc-staff-manager')({ validateSearch, component: StaffCentersScreen })
