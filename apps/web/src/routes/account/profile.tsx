/** The profile of a user, with the attestation of centers and their staff. */
import { ProfileScreen } from '#web/features/accounts/profile/profile-screen.tsx'
import { SignAttestation } from '#web/features/documents/signing/sign-attestation.tsx'

export const Profile = () => <ProfileScreen attestation={(user) => <SignAttestation signer={user} />} />
