import { createFileRoute } from '@tanstack/react-router'
import { Profile } from './-profile.tsx'

export const Route = createFileRoute('/_app/(account)/profile')({ component: Profile })
