import { createFileRoute } from '@tanstack/react-router'

export const Route = createFileRoute('/_guest/sales-manager-registration')({
  component: RouteComponent,
})

function RouteComponent() {
  return <div>Hello "/_guest/sales-manager-registration"!</div>
}
