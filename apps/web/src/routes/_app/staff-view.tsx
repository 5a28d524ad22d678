import { createFileRoute } from '@tanstack/react-router'
import { StaffViewScreen } from '#web/features/centers/staff-view-screen.tsx'
import { asWhole, searchOf } from '#web/lib/search-params.ts'

const validateSearch = searchOf({ offset: asWhole })

export const Route = createFileRoute('/_app/staff-view')({ validateSearch, component: StaffViewScreen })
