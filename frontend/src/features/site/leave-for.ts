/** The browser goes to another page for good, as after a click on a link. */
export function leaveFor(address: string): void {
  window.location.assign(address);
}
