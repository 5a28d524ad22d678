import { createFileRoute } from '@tanstack/react-router'
import { StaffViewScreen } from '#web/features/centers/staff-view-screen.tsx'
import { asWholeNumber, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ offset: asWholeNumber })

export const Route = createFileRoute('/_app/staff-view')({ validateSearch, component: StaffViewScreen })
