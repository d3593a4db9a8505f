// A browser that can use passkeys, whose authenticator answers as a test says.
import { vi } from 'vitest';

const bytes = (...values: number[]) => new Uint8Array(values).buffer;

class FakeAttestation {
  clientDataJSON = bytes(1);
  attestationObject = bytes(2);
}

class FakeAssertion {
  clientDataJSON = bytes(1);
  authenticatorData = bytes(2);
  signature = bytes(251, 255);
  userHandle = bytes(3);
}

/** What every browser has that can use passkeys. */
export function fakeAuthenticator({ autofill = false } = {}) {
  class FakeCredential {
    static isConditionalMediationAvailable = () => Promise.resolve(autofill);
    rawId = bytes(0);
    response: unknown;
    constructor(response: unknown) {
      this.response = response;
    }
  }
  const made = new FakeCredential(new FakeAttestation());
  const chosen = new FakeCredential(new FakeAssertion());
  const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>(() =>
    Promise.resolve(made),
  );
  const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>(() =>
    Promise.resolve(chosen),
  );
  vi.stubGlobal('isSecureContext', true);
  vi.stubGlobal('PublicKeyCredential', FakeCredential);
  vi.stubGlobal('AuthenticatorAttestationResponse', FakeAttestation);
  vi.stubGlobal('AuthenticatorAssertionResponse', FakeAssertion);
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } });
  return { create, get, chosen };
}

/** The browser's user cancelled. */
export const cancelled = () =>
  Promise.reject(new DOMException('The operation was not allowed.', 'NotAllowedError'));

/** Options of the server for a sign-in. */
export const REQUEST_OPTIONS = {
  challenge: '-_8',
  timeout: 300_000,
  rpId: 'localhost',
  userVerification: 'required',
};

/** Options of the server for a new passkey. */
export const CREATION_OPTIONS = {
  rp: { id: 'localhost', name: 'localhost' },
  user: { id: 'AQI', name: 'reader', displayName: 'reader' },
  challenge: '-_8',
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 300_000,
  excludeCredentials: [{ type: 'public-key', id: 'AwQ' }],
  authenticatorSelection: {
    residentKey: 'required',
    requireResidentKey: true,
    userVerification: 'required',
  },
  attestation: 'none',
};
