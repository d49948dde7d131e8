import numpy

import reactor

u, v = numpy.ones((64, 64)), numpy.zeros((64, 64))
v[28:36, 28:36] = 0.5
for _ in range(100):
    reactor.step({"u": u, "v": v}, feed=0.06, kill=0.062)
print(f"{u.min():.3f} {v.max():.3f}")

x = numpy.linspace(-1, 1, 5)
print(reactor.evaluate("exp(-x^2 / s)", {"x": x, "s": numpy.array(0.5)}).round(3))
print(reactor.solve(numpy.array([[2.0, 1.0], [1.0, 3.0]]), numpy.array([3.0, 5.0])))

for wrong in (u.astype("float32"), u[0], u.astype(">f8")):
    try:
        reactor.laplacian(wrong)
    except (TypeError, ValueError) as error:
        print(f"{type(error).__name__}: {error}")
