import { Container } from '@/ui/container';

export function Page() {
  return (
    <Container className="py-16">
      <h1 className="text-2xl">Trading courses</h1>
    </Container>
  );
}
