/** The dashboard of a patient: documents to sign first, then the cells. */
import { WriteToCenter } from '#web/features/conversations/write-to-center.tsx'
import { PatientDashboard } from '#web/features/dashboards/patient/patient-dashboard.tsx'
import { OwnDocuments } from '#web/features/documents/patient/own-documents.tsx'
import { WaitingDocuments } from '#web/features/documents/patient/waiting-documents.tsx'
import { OwnOrders } from '#web/features/orders/own-orders.tsx'
import { useSession } from '#web/lib/session/session.ts'

export default function PatientHome() {
  const id = useSession()?.user.id
  if (!id) return null
  return (
    <PatientDashboard
      nextStep={(card) => <WaitingDocuments patient={id} otherwise={card} />}
      writeToCenter={(filled) => <WriteToCenter filled={filled} />}
      documents={<OwnDocuments patient={id} />}
      orders={<OwnOrders patient={id} />}
    />
  )
}
