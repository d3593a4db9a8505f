// A passkey in software, by which a new name of staff joins and is signed in (WebAuthn Level 3, sections 6.1 and 6.5, attestation "none").
import { createHash, generateKeyPairSync } from "node:crypto";

import { call, staff } from "../harness.mjs";

const digest = (text) => createHash("sha256").update(text).digest();
const encoded = (bytes) => Buffer.from(bytes).toString("base64url");

/** Adds a name of staff and joins; the cookie of the session. `origin` is the site's own. */
export async function joinAsStaff(server, origin, name) {
  const token = new URL(staff(server, "staff", "add", name, "--role", "owner").trim()).searchParams.get("token");
  const { answer: offer, data: options } = await call(server, "/api/staff/join-challenge", { method: "POST", body: { token } });
  const clientData = JSON.stringify({ type: "webauthn.create", challenge: options.challenge, origin, crossOrigin: false });
  const body = { token, clientData: encoded(clientData), attestationObject: encoded(attestation(new URL(origin).hostname)) };
  const cookie = cookiesOf(offer);
  const { answer } = await call(server, "/api/staff/join", { method: "POST", cookie, body });
  return cookiesOf(answer);
}

const cookiesOf = (answer) => answer.headers.getSetCookie().map((cookie) => cookie.split(";")[0]).join("; ");

/** {"fmt": "none", "attStmt": {}, "authData": data} */
function attestation(site) {
  const { publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x, y } = publicKey.export({ format: "jwk" });
  const [left, right] = [x, y].map((half) => Buffer.from(half, "base64url"));
  // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  const key = Buffer.concat([Buffer.from("a5010203262001215820", "hex"), left, Buffer.from("225820", "hex"), right]);
  const id = digest(key);
  // User present, user verified, with a key; no counter, no model.
  const head = Buffer.concat([digest(site), Buffer.from([0x45, 0, 0, 0, 0]), Buffer.alloc(16), Buffer.from([0, id.length]), id]);
  const data = Buffer.concat([head, key]);
  return Buffer.concat([Buffer.from("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58", "latin1"), Buffer.from([data.length]), data]);
}
