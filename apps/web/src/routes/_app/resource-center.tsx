import { createFileRoute } from '@tanstack/react-router'
import { ResourceCenterScreen } from '#web/features/resources/center/resource-center-screen.tsx'
import { asText, listSearch, searchReader } from '#web/lib/url/search-params.ts'

const validateSearch = searchReader({ search: asText, ...listSearch })

export const Route = createFileRoute('/_app/resource-center')({ validateSearch, component: ResourceCenterScreen })
