// Catches what a page throws while rendering. A missing file after a deployment says so plainly;
// anything else says that the page failed. Moving to another address tries again.
import { Component, type ReactNode } from 'react';
import { useLocation } from 'react-router-dom';

import { LoadFailure } from './load-failure';

interface BoundaryProps {
  place: string;
  children: ReactNode;
}

interface BoundaryState {
  error: unknown;
  place: string;
}

class Boundary extends Component<BoundaryProps, BoundaryState> {
  override state: BoundaryState = { error: null, place: this.props.place };

  static getDerivedStateFromError(error: unknown): Partial<BoundaryState> {
    return { error };
  }

  static getDerivedStateFromProps(props: BoundaryProps, state: BoundaryState) {
    return props.place === state.place ? null : { error: null, place: props.place };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    return <LoadFailure error={this.state.error} />;
  }
}

export function LoadBoundary({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  return <Boundary place={pathname}>{children}</Boundary>;
}
